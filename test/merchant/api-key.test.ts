import { createHash } from "node:crypto";
import fc from "fast-check";
import { expect, test } from "vitest";
import { hashApiKey, newApiKey } from "../../src/merchant/api-key.ts";
import { testTwinOf } from "../../src/merchant/mode.ts";
import { ROLES } from "../../src/merchant/partner.ts";

const PARTNER = "prtn_1";

test.each(ROLES)("a key of the role %s shows its role, and its hash is the SHA-256 of the whole key", (role) => {
  const { apiKey, hash, prefix } = newApiKey(role, PARTNER);
  expect(apiKey).toMatch(new RegExp(`^tp_${role}_[0-9A-Za-z]{32}_[0-9A-Za-z]{6}$`));
  expect(apiKey.startsWith(prefix)).toBe(true);
  expect(prefix.length).toBeLessThan(20);
  expect(hash).toEqual(createHash("sha256").update(apiKey).digest());
  expect(hashApiKey(apiKey)).toEqual(hash);
});

test.each(ROLES)("a test key of the role %s says that it is one", (role) => {
  const { apiKey, hash, prefix } = newApiKey(role, testTwinOf(PARTNER));
  expect(apiKey).toMatch(new RegExp(`^tp_test_${role}_[0-9A-Za-z]{32}_[0-9A-Za-z]{6}$`));
  expect(apiKey.startsWith(prefix)).toBe(true);
  expect(hashApiKey(apiKey)).toEqual(hash);
});

test("no two keys are the same", () => {
  const keys = Array.from({ length: 1000 }, () => newApiKey("wallet", PARTNER).apiKey);
  expect(new Set(keys).size).toBe(1000);
});

test("a key with any one character changed is rejected without a lookup", () => {
  const { apiKey } = newApiKey("partner", PARTNER);
  const anyChange = fc.record({ at: fc.nat(apiKey.length - 1), by: fc.string({ minLength: 1, maxLength: 1 }) });
  fc.assert(
    fc.property(anyChange, ({ at, by }) => {
      const changed = apiKey.slice(0, at) + by + apiKey.slice(at + 1);
      return changed === apiKey || hashApiKey(changed) === null;
    }),
  );
});

test.each(["", "tp_partner_", "null", "x".repeat(100_000)])("%.20s is not a key", (text) => {
  expect(hashApiKey(text)).toBeNull();
});

test("keys issued earlier stay valid, because the format does not change", () => {
  const start = "tp_read_0123456789ABCDEFGHIJKLMNOPQRSTUV";
  expect(hashApiKey(`${start}_1iO5yg`)).not.toBeNull();
  expect(hashApiKey(`${start}_1iO5yh`)).toBeNull();
});
