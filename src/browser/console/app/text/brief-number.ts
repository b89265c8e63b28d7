// A token's amount in a list: as many digits as the checkout asks for.

const DIGITS = 8;
/** Shown even after eight digits. */
const DECIMALS = 2;

/** Whether the decimal text has few enough significant digits to be shown as it is. */
export const isBrief = (text: string): boolean => text.replace(".", "").replace(/^0+/, "").length <= DIGITS;

export const briefNumber = (text: Intl.StringNumericLiteral, locale: string): string =>
  new Intl.NumberFormat(locale, {
    maximumFractionDigits: DECIMALS,
    maximumSignificantDigits: DIGITS,
    roundingPriority: "morePrecision",
  }).format(text);
