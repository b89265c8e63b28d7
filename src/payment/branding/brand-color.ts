// A brand's colour with the contrast that WCAG 2.2 (1.4.3) requires, for light and dark pages.
type Rgb = readonly [red: number, green: number, blue: number];

export const CONTRAST_MIN = 4.5;
const STEPS = 64;

export interface Accent {
  /** `#rrggbb`, for text and lines. */
  readonly accent: string;
  /** `#rrggbb`, the brand's own, for buttons. */
  readonly fill: string;
  /** The colour of text on `fill`. */
  readonly onFill: string;
}

interface Scheme {
  /** The background with the least contrast to the accent (browser/checkout/style/global.css, buyer-data/style.ts). */
  readonly ground: Rgb;
  /** The accent moves towards it. */
  readonly towards: Rgb;
}

const LIGHT: Scheme = { ground: [0xf3, 0xf4, 0xf7], towards: [0, 0, 0] };
const DARK: Scheme = { ground: [0x1c, 0x20, 0x27], towards: [255, 255, 255] };

/** @param color six hexadecimal digits */
export function accentsOf(color: string): { readonly light: Accent; readonly dark: Accent } {
  const isDarkEnough = contrast(rgbOf(color), [255, 255, 255]) >= CONTRAST_MIN;
  // A colour with less contrast to white has at least 4.6 to black.
  const button = { fill: `#${color}`, onFill: isDarkEnough ? "#fff" : "#000" };
  return {
    light: { accent: accentFor(color, LIGHT), ...button },
    dark: { accent: accentFor(color, DARK), ...button },
  };
}

/** The nearest mix with black or white that has enough contrast. */
function accentFor(color: string, { ground, towards }: Scheme): string {
  const own = rgbOf(color);
  for (let step = 0; step < STEPS; step++) {
    const mixed = own.map((part, index) => mix(part, towards[index] ?? 0, step / STEPS)) as unknown as Rgb;
    if (contrast(mixed, ground) >= CONTRAST_MIN) return hexOf(mixed);
  }
  return hexOf(towards);
}

const mix = (from: number, to: number, share: number): number => Math.round(from + (to - from) * share);

const rgbOf = (color: string): Rgb => [0, 2, 4].map((at) => Number.parseInt(color.slice(at, at + 2), 16)) as never;

const hexOf = (rgb: Rgb): string => `#${rgb.map((part) => part.toString(16).padStart(2, "0")).join("")}`;

/** https://www.w3.org/TR/WCAG22/#dfn-contrast-ratio */
function contrast(one: Rgb, other: Rgb): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

/** https://www.w3.org/TR/WCAG22/#dfn-relative-luminance */
function luminance(rgb: Rgb): number {
  const [red = 0, green = 0, blue = 0] = rgb.map((part) => {
    const share = part / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
