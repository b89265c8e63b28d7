import { expect, test } from "vitest";
import { hashPassword, passwordMatches } from "../../src/merchant/password.ts";

test("a password matches its hash in any Unicode form, and no other password does", async () => {
  const stored = await hashPassword("crème brûlée for two");
  expect(await passwordMatches("crème brûlée for two".normalize("NFD"), stored)).toBe(true);
  expect(await passwordMatches("creme brulee for two", stored)).toBe(false);
});

test("two hashes of a password differ, and nothing matches a missing one", async () => {
  const [first, second] = await Promise.all([hashPassword("the same password"), hashPassword("the same password")]);
  expect(first).not.toBe(second);
  expect(await passwordMatches("", null)).toBe(false);
});

test("a hash keeps the cost that it was made with", async () => {
  // RFC 7914 §12: scrypt ("pleaseletmein", "SodiumChloride", N = 16384, r = 8, p = 1), its first 32 bytes.
  const hash = Buffer.from("7023bdcb3afd7348461c06cd81fd38ebfda8fbba904f8e3ea9b543f6545da1f2", "hex");
  const salt = Buffer.from("SodiumChloride").toString("base64").replace(/=+$/, "");
  const stored = `$scrypt$ln=14,r=8,p=1$${salt}$${hash.toString("base64").replace(/=+$/, "")}`;
  expect(await passwordMatches("pleaseletmein", stored)).toBe(true);
});
