import { describe, expect, test } from "vitest";
import { isAllowedAddress, parseAllowedAddresses } from "../../src/merchant/allowed-addresses.ts";

describe("the setting", () => {
  test.each([
    [["203.0.113.7"], ["203.0.113.7/32"]],
    [[" 203.0.113.77/24 ", "203.0.113.0/24"], ["203.0.113.0/24"]],
    [["2001:DB8::1"], ["2001:db8::1/128"]],
    [["2001:db8:1:2:3::/48"], ["2001:db8:1::/48"]],
    [["::ffff:203.0.113.7"], ["203.0.113.7/32"]],
    [["::ffff:203.0.113.7/120"], ["203.0.113.0/24"]],
    [["[2001:db8::1]"], ["2001:db8::1/128"]],
    [[], []],
  ])("%j is stored as %j", (given, stored) => expect(parseAllowedAddresses(given)).toEqual(stored));

  test.each([
    "",
    "203.0.113",
    "10.1",
    "0x7f.0.0.1",
    "203.0.113.7/33",
    "203.0.113.7-9",
    "example.com",
    "*",
    "::/129",
    "256.1.1.1",
    "::ffff:203.0.113.7/64",
    "010.0.0.1",
    "10.0.0.0/8/8",
    "10.0.0.0/",
  ])("%j is refused", (text) => expect(parseAllowedAddresses([text])).toBeNull());

  test("has at most 50 networks", () => {
    const many = (count: number) => Array.from({ length: count }, (_, index) => `10.0.0.${index}`);
    expect(parseAllowedAddresses(many(50))).toHaveLength(50);
    expect(parseAllowedAddresses(many(51))).toBeNull();
  });
});

describe("an address", () => {
  const ALLOWED = ["203.0.113.0/24", "2001:db8:1::/48"];

  test.each(["203.0.113.1", "::ffff:203.0.113.1", "2001:db8:1:ffff::9"])("%s is allowed", (address) =>
    expect(isAllowedAddress(ALLOWED, address)).toBe(true),
  );

  test.each(["203.0.112.255", "203.0.114.0", "::ffff:198.51.100.1", "2001:db8:2::", "", "unknown"])(
    "%j is not allowed",
    (address) => expect(isAllowedAddress(ALLOWED, address)).toBe(false),
  );

  test("is allowed anywhere without a setting", () => expect(isAllowedAddress([], "198.51.100.1")).toBe(true));
});
