// A merchant's colour on pages for buyers, as a stylesheet, because the pages' policies forbid inline styles.
import { type Accent, accentsOf } from "../payment/branding/brand-color.ts";
import type { Branding } from "../payment/branding/branding.ts";
import { escaped } from "./html.ts";

export const BRAND_PATH = "/brand/:color(^[0-9a-f]{6}$).css";

/** The link to a brand's stylesheet, for the end of a page's head; empty without a brand. */
export const brandLink = (branding: Branding | null): string =>
  branding ? `<link rel="stylesheet" href="/brand/${branding.color.slice(1)}.css">` : "";

/** The brand's name as a line above the payment; empty if it has none. */
export const renderBrandName = (branding: Branding | null): string =>
  branding?.name ? `<p class="brand"><bdi>${escaped(branding.name)}</bdi></p>` : "";

/** @param color six hexadecimal digits */
export function brandStylesheet(color: string): string {
  const { light, dark } = accentsOf(color);
  return `${rules(light)}\n@media screen and (prefers-color-scheme:dark){${rules(dark)}}\n`;
}

const rules = ({ accent, fill, onFill }: Accent): string =>
  `:root{--accent:${accent};--fill:${fill};--on-fill:${onFill}}`;
