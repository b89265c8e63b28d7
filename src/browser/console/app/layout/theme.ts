// The console's theme: one accent, cool greys and a type scale. Semantic colours are named in global.css.
import {
  Alert,
  type CSSVariablesResolver,
  createTheme,
  defaultVariantColorsResolver,
  type MantineColorsTuple,
  type VariantColorsResolver,
} from "@mantine/core";
import { messages } from "../text/language.ts";

const PRIMARY = "accent";

const ACCENT: MantineColorsTuple = [
  "#eff4ff",
  "#dce8fe",
  "#bcd3fd",
  "#8db4ff",
  "#5c8ff8",
  "#3670ea",
  "#1a56db",
  "#1547b8",
  "#133b94",
  "#12316f",
];

const GRAY: MantineColorsTuple = [
  "#f8f9fb",
  "#f1f3f6",
  "#e4e7ec",
  "#d3d8e0",
  "#b9c0cc",
  "#8a93a3",
  "#5b6270",
  "#434957",
  "#2a2f3a",
  "#16181d",
];

const DARK: MantineColorsTuple = [
  "#eceef2",
  "#c9ced8",
  "#a2a9b6",
  "#7c8596",
  "#343b47",
  "#272c35",
  "#1f242c",
  "#171a20",
  "#11141a",
  "#0d0f13",
];

const FONT =
  "-apple-system, BlinkMacSystemFont, 'Segoe UI Variable Text', 'Segoe UI', Roboto, 'Helvetica Neue', 'Noto Sans', 'Liberation Sans', Arial, sans-serif";

const DIALOG_TITLE = { fontSize: "1.0625rem", fontWeight: 650 };

/** Maps Mantine's colour names to global.css, because Mantine's own shades lack contrast. */
const TONES: Readonly<Record<string, string>> = {
  red: "bad",
  orange: "warn",
  yellow: "warn",
  green: "good",
  gray: "calm",
};

/** The accent is light in dark mode, where white on it is unreadable; Mantine's resolver only considers one scheme. */
const variantColors: VariantColorsResolver = (input) => {
  const colors = defaultVariantColorsResolver(input);
  const isAccent = (input.color ?? PRIMARY) === PRIMARY;
  return input.variant === "filled" && isAccent
    ? { ...colors, color: "var(--mantine-primary-color-contrast)" }
    : colors;
};

/** A dialog's header is not a page banner, although it is a header element. */
const IN_DIALOG = { header: { role: "presentation" } };

const withCloseLabel = () => ({ closeButtonProps: { "aria-label": messages().app.close } });

/** The theme, with labels in the current language. */
export const theme = () =>
  createTheme({
    colors: { accent: ACCENT, gray: GRAY, dark: DARK },
    primaryColor: PRIMARY,
    primaryShade: { light: 6, dark: 3 },
    autoContrast: true,
    variantColorResolver: variantColors,
    black: "#16181d",
    fontFamily: FONT,
    fontSizes: { xs: "0.75rem", sm: "0.8125rem", md: "0.9375rem", lg: "1.0625rem", xl: "1.375rem" },
    lineHeights: { xs: "1.4", sm: "1.45", md: "1.5", lg: "1.5", xl: "1.35" },
    headings: {
      fontFamily: FONT,
      fontWeight: "650",
      textWrap: "balance",
      sizes: {
        h1: { fontSize: "1.5rem", lineHeight: "1.25" },
        h2: { fontSize: "1.0625rem", lineHeight: "1.4" },
        h3: { fontSize: "0.9375rem", lineHeight: "1.45" },
      },
    },
    radius: { xs: "0.25rem", sm: "0.375rem", md: "0.5rem", lg: "0.75rem", xl: "1rem" },
    defaultRadius: "md",
    respectReducedMotion: true,
    cursorType: "pointer",
    shadows: {
      xs: "0 1px 2px rgba(16, 24, 40, .06)",
      sm: "0 1px 2px rgba(16, 24, 40, .06), 0 2px 6px rgba(16, 24, 40, .06)",
      md: "0 4px 16px rgba(16, 24, 40, .12)",
    },
    components: {
      Anchor: { defaultProps: { underline: "always" } },
      Button: { defaultProps: { radius: "md" }, styles: { label: { fontWeight: 600 } } },
      Alert: Alert.extend({
        vars: (_theme, { color = PRIMARY }) => {
          const tone = TONES[color] ?? "busy";
          return { root: { "--alert-bg": `var(--${tone}-ground)`, "--alert-color": `var(--${tone})` } };
        },
      }),
      Drawer: { defaultProps: { attributes: IN_DIALOG, ...withCloseLabel() }, styles: { title: DIALOG_TITLE } },
      Modal: {
        defaultProps: {
          centered: true,
          radius: "lg",
          overlayProps: { backgroundOpacity: 0.45 },
          attributes: IN_DIALOG,
          ...withCloseLabel(),
        },
        styles: { title: DIALOG_TITLE },
      },
      Notification: { defaultProps: withCloseLabel() },
      Paper: { defaultProps: { radius: "lg" } },
      Tooltip: { defaultProps: { withArrow: true, events: { hover: true, focus: true, touch: true } } },
      TextInput: { defaultProps: { size: "md" } },
      PasswordInput: { defaultProps: { size: "md" } },
    },
  });

/** The colours of global.css, which has both schemes. Mantine sets its own for each scheme, so these are too. */
const COLORS = {
  "--mantine-color-anchor": "var(--busy)",
  "--mantine-color-error": "var(--bad)",
  "--mantine-color-dimmed": "var(--soft)",
  "--mantine-color-default-border": "var(--control-edge)",
};

export const cssVariables: CSSVariablesResolver = () => ({ variables: {}, light: COLORS, dark: COLORS });
