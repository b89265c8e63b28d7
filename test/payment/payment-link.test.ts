// The rules of a payment link that need no database.
import { describe, expect, test } from "vitest";
import { closedReason, payableAmount } from "../../src/operations/payment-links/pay-by-link.ts";
import type { PublicLink } from "../../src/operations/ports/payment-links.ts";
import { percentagePolicy } from "../../src/payment/fee.ts";
import { linkStatus, type PaymentLink } from "../../src/payment/payment-link.ts";
import { referenceOf, referencePatternFault } from "../../src/payment/payment-links/reference-pattern.ts";

describe("a reference pattern", () => {
  test.each(["{number}", "A-{date}/{number}", "{number}{number}", "№ {number}"])("%s is valid", (pattern) => {
    expect(referencePatternFault(pattern)).toBeNull();
  });

  test.each(["", "A", "{date}", "{Number}", "{number", "number}", "{{number}}", "{number}{}", "{number} {x}"])(
    "%j is not",
    (pattern) => {
      expect(referencePatternFault(pattern)).not.toBeNull();
    },
  );

  test("is filled with the number and the day in UTC, each wherever it stands", () => {
    const at = new Date("2026-02-18T23:59:59.999Z");
    expect(referenceOf("{number}: {date}, {number}", 12n, at)).toBe("12: 2026-02-18, 12");
  });
});

const LINK: PaymentLink = {
  ...{ id: "plink_1", partnerId: "prtn_1", merchantId: "mrch_1", amount: { currency: "USD", value: 100n } },
  ...{ description: null, referencePattern: "{number}", usesMax: 2, expiresAtS: null, fields: [], checkout: null },
  ...{ takesDeposits: true, isEnabled: true, createdAt: new Date(0) },
};
const NO_FEES = percentagePolicy(0n);

const found = (changes: Partial<PublicLink> = {}, link: Partial<PaymentLink> = {}): PublicLink => ({
  link: { ...LINK, ...link },
  uses: { succeeded: 0n, held: 0n },
  isPastExpiry: false,
  merchant: { name: "Shop", logo: null, isActive: true },
  fees: null,
  ...changes,
});
const used = (held: bigint, succeeded: bigint) => ({ uses: { held, succeeded } });
const withFigures = (link: PublicLink) => ({
  ...link,
  figures: { opened: 0n, created: 0n, open: link.uses.held, succeeded: link.uses.succeeded, paid: 0n },
});

describe("a link is", () => {
  test.each<[title: string, link: PublicLink, reason: string | null, status: string]>([
    ["open", found(), null, "active"],
    ["open with a use left", found(used(0n, 1n)), null, "active"],
    ["taken by payments under way", found(used(1n, 1n)), "taken", "active"],
    ["used up", found(used(0n, 2n)), "used_up", "used_up"],
    ["open without a limit", found(used(9n, 9n), { usesMax: null }), null, "active"],
    ["expired", found({ isPastExpiry: true }), "expired", "expired"],
    ["disabled, also past its expiry", found({ isPastExpiry: true }, { isEnabled: false }), "disabled", "disabled"],
    [
      "unavailable while its merchant is suspended",
      found({ merchant: { name: "Shop", logo: null, isActive: false } }),
      "unavailable",
      "active",
    ],
  ])("%s", (_, link, reason, status) => {
    expect([closedReason(link, NO_FEES), linkStatus(withFigures(link))]).toEqual([reason, status]);
  });

  test("unavailable if the fees exceed its amount, by the partner's policy or else the standard one", () => {
    const high = { ...NO_FEES, minimum: new Map([["USD", 101n]]) };
    expect(closedReason(found(), high)).toBe("unavailable");
    expect(closedReason(found({ fees: high }), NO_FEES)).toBe("unavailable");
    expect(closedReason(found({ fees: NO_FEES }), high)).toBeNull();
  });
});

test("an open amount starts at the smallest payment that covers the fees, without a suggestion below it", () => {
  const policy = { ...NO_FEES, minimum: new Map([["USD", 50n]]) };
  const open = (min: bigint, max: bigint, suggested: bigint | null) =>
    payableAmount({ amount: { currency: "USD", min, max, suggested } }, policy);
  expect(open(50n, 60n, 55n)).toEqual({ currency: "USD", min: 50n, max: 60n, suggested: 55n });
  expect(open(40n, 60n, 50n)).toEqual({ currency: "USD", min: 50n, max: 60n, suggested: 50n });
  expect(open(40n, 60n, 49n)).toEqual({ currency: "USD", min: 50n, max: 60n, suggested: null });
  expect(open(40n, 50n, null)).toEqual({ currency: "USD", min: 50n, max: 50n, suggested: null });
  expect(open(40n, 49n, null)).toBeNull();
});
