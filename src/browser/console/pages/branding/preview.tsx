// Previews a colour in light and dark pages of buyers, and says how its contrast was corrected.
import { Group, Stack, Text } from "@mantine/core";
import { type Accent, accentsOf } from "../../../../payment/branding/brand-color.ts";
import { Filled } from "../../app/text/filled.tsx";
import { filledText, locale, messages } from "../../app/text/language.ts";
import classes from "./branding.module.css";

const EXAMPLE = 12.5;

/** @param color `#rrggbb` */
export function Preview({ color, name }: { readonly color: string; readonly name: string }) {
  const { branding: texts } = messages();
  const { light, dark } = accentsOf(color.slice(1).toLowerCase());
  return (
    <Stack gap="xs" role="group" aria-label={texts.preview}>
      <Group grow gap="xs" align="stretch">
        <Sample scheme="light" accent={light} name={name} />
        <Sample scheme="dark" accent={dark} name={name} />
      </Group>
      <Verdict label={texts.light} color={color} accent={light} />
      <Verdict label={texts.dark} color={color} accent={dark} />
    </Stack>
  );
}

interface SampleProps {
  readonly scheme: "light" | "dark";
  readonly accent: Accent;
  readonly name: string;
}

function Sample({ scheme, accent: { accent, fill, onFill }, name }: SampleProps) {
  const amount = new Intl.NumberFormat(locale(), { style: "currency", currency: "EUR" }).format(EXAMPLE);
  return (
    <div className={classes.sample} data-scheme={scheme}>
      <Text span size="xs">
        {messages().branding[scheme]}
      </Text>
      {name !== "" && (
        <bdi className={classes.name} style={{ color: accent }}>
          {name}
        </bdi>
      )}
      <span
        className={classes.button}
        data-testid={`preview-${scheme}`}
        style={{ backgroundColor: fill, color: onFill, outline: `1px solid ${accent}` }}
      >
        {filledText(messages().branding.pay, { amount })}
      </span>
    </div>
  );
}

interface VerdictProps {
  readonly label: string;
  readonly color: string;
  readonly accent: Accent;
}

function Verdict({ label, color, accent: { accent } }: VerdictProps) {
  const { branding: texts } = messages();
  const message = accent === color.toLowerCase() ? texts.kept : texts.corrected;
  return (
    <Text size="sm" c="dimmed">
      {label}
      {": "}
      <Filled message={message} values={{ color, accent }} />
    </Text>
  );
}
