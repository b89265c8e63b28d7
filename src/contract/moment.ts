// RFC 3339 §5.6 date-times of any precision.
import Type from "typebox";

const FORM = /^(\d{4})-(\d\d)-(\d\d)[Tt](\d\d):(\d\d):(\d\d)(\.\d+)?([Zz]|([+-])(\d\d):(\d\d))$/;

/** The pattern refuses the time zone in brackets that `date-time` accepts (RFC 9557). */
export const moment = Type.String({
  format: "date-time",
  pattern: FORM.source,
  description: "an RFC 3339 date-time with an offset, for example 2026-02-18T12:00:00.000001Z (encode + as %2B)",
});

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
  const found = FORM.exec(text);
  if (!found) throw new TypeError(`not an RFC 3339 date-time: ${JSON.stringify(text)}`);
  const [, year = "", month = "", day = "", hour = "", minute = "", second = "", fraction, , ...offset] = found;
  if (Number(year) < YEAR_MIN) return 0;
  const [sign, offsetHours = "0", offsetMinutes = "0"] = offset;
  const offsetMs = (Number(offsetHours) * 60 + Number(offsetMinutes)) * 60_000 * (sign === "-" ? -1 : 1);
  const wholeSeconds = Date.UTC(+year, +month - 1, +day, +hour, +minute, +second);
  const digits = fraction?.slice(1) ?? "";
  const ms = Number(digits.slice(0, 3).padEnd(3, "0")) + (/[1-9]/.test(digits.slice(3)) ? 1 : 0);
  return Math.min(Math.max(wholeSeconds + ms - offsetMs, 0), MS_MAX);
}
