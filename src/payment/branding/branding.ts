// How a merchant's pages look to buyers. A partner's branding applies to its merchants without one.
export interface Branding {
  /** `#rrggbb` in lower case. Pages correct its contrast (brand-color.ts). */
  readonly color: string;
  /** Shown above the payment; it never replaces the merchant's name. */
  readonly name: string | null;
}

export const BRAND_COLOR = /^#[0-9a-f]{6}$/i;
