// Reads RFC 3339 §5.6 date-times of any precision.
const FORM = /^(\d{4})-(\d\d)-(\d\d)[Tt](\d\d):(\d\d):(\d\d)(?:\.(\d+))?(?:[Zz]|([+-])(\d\d):(\d\d))$/;
/** 9999-12-31T23:59:59.999Z: later times have no RFC 3339 form. */
const MS_MAX = 253_402_300_799_999;
/** No payment is older than 1970, and Date.UTC reads years below 100 as 19xx. */
const YEAR_MIN = 1970;

/**
 * Rounds up to a Unix millisecond. A time stored to the millisecond is at or after the moment exactly if it is at or
 * after the result. Moments before 1970 are 0.
 * @param text valid by the schema `moment`
 */
export function millisecondNotBefore(text: string): number {
  const [, year = "", month = "", day = "", hour = "", minute = "", second = "", fraction = "", sign, ...offset] =
    FORM.exec(text) ?? [];
  if (Number(year) < YEAR_MIN) return 0;
  const [offsetHours = "0", offsetMinutes = "0"] = offset.map((digits) => digits ?? "0");
  const offsetMs = (Number(offsetHours) * 60 + Number(offsetMinutes)) * 60_000 * (sign === "-" ? -1 : 1);
  const wholeSeconds = Date.UTC(+year, +month - 1, +day, +hour, +minute, +second);
  const ms = Number(fraction.slice(0, 3).padEnd(3, "0")) + (/[1-9]/.test(fraction.slice(3)) ? 1 : 0);
  return Math.min(Math.max(wholeSeconds + ms - offsetMs, 0), MS_MAX);
}
