// Times and ids as callers write them.
import fc from "fast-check";
import { expect, test } from "vitest";
import { millisecondNotBefore } from "../../src/contract/moment.ts";
import { ID_LENGTH_MAX, mayBeId } from "../../src/contract/primitives.ts";

test.each([
  ["2026-03-04T05:06:07Z", "2026-03-04T05:06:07.000Z"],
  ["2026-03-04t05:06:07z", "2026-03-04T05:06:07.000Z"],
  ["2026-03-04T05:06:07.5Z", "2026-03-04T05:06:07.500Z"],
  ["2026-03-04T05:06:07.089Z", "2026-03-04T05:06:07.089Z"],
  ["2026-03-04T05:06:07.089000Z", "2026-03-04T05:06:07.089Z"],
  ["2026-03-04T05:06:07.089000001Z", "2026-03-04T05:06:07.090Z"],
  ["2026-03-04T05:06:07.9991Z", "2026-03-04T05:06:08.000Z"],
  ["2026-03-04T05:06:07+02:30", "2026-03-04T02:36:07.000Z"],
  ["2026-03-04T05:06:07-02:30", "2026-03-04T07:36:07.000Z"],
  ["2026-12-31T23:59:60Z", "2027-01-01T00:00:00.000Z"],
  ["1970-01-01T00:00:00Z", "1970-01-01T00:00:00.000Z"],
  ["1970-01-01T00:00:00+01:00", "1970-01-01T00:00:00.000Z"],
  ["1969-12-31T23:59:59-01:00", "1970-01-01T00:00:00.000Z"],
  ["0070-01-01T00:00:00Z", "1970-01-01T00:00:00.000Z"],
  ["9999-12-31T23:59:59.999Z", "9999-12-31T23:59:59.999Z"],
  ["9999-12-31T23:59:59.9991Z", "9999-12-31T23:59:59.999Z"],
  ["9999-12-31T23:59:59-01:00", "9999-12-31T23:59:59.999Z"],
])("%s is %s", (text, expected) => {
  expect(new Date(millisecondNotBefore(text)).toISOString()).toBe(expected);
});

test.each(["2026-03-04T05:06:07Z[UTC]", "2026-03-04T05:06:07Z[u-ca=iso8601]", "2026-03-04", ""])(
  "%j is refused",
  (text) => {
    expect(() => millisecondNotBefore(text)).toThrow(TypeError);
  },
);

test("a time as JavaScript writes it is read back", () => {
  fc.assert(
    fc.property(
      fc.date({ min: new Date(0), max: new Date("9999-12-31T23:59:59.999Z"), noInvalidDate: true }),
      (date) => {
        expect(millisecondNotBefore(date.toISOString())).toBe(date.getTime());
      },
    ),
  );
});

test.each(["pay_1", "!", "~", "x".repeat(ID_LENGTH_MAX)])("%j may be an id", (text) => {
  expect(mayBeId(text)).toBe(true);
});

test.each(["", " ", "pay 1", "pay_1\n", "\0", "pay_é", "\x7f", "x".repeat(ID_LENGTH_MAX + 1)])(
  "%j is no id",
  (text) => {
    expect(mayBeId(text)).toBe(false);
  },
);
