import { createHook } from "node:async_hooks";
import { expect, test } from "vitest";
import { hashPassword, withPassword } from "../../src/merchant/password.ts";

const SALT = Buffer.from("the salt of an address");
const stored = (password: string | null) => ({ password });

test("a password matches its hash in any Unicode form, and no other password does", async () => {
  const users = [stored(await hashPassword("crème brûlée for two", SALT))];
  expect(await withPassword("crème brûlée for two".normalize("NFD"), users)).toEqual(users);
  expect(await withPassword("creme brulee for two", users)).toEqual([]);
});

test("of several users, those with the password are found, with one salt or several", async () => {
  const other = Buffer.from("another salt");
  const [first, second, third] = await Promise.all([
    hashPassword("the same password", SALT),
    hashPassword("a different password", SALT),
    hashPassword("the same password", other),
  ]);
  expect(first).not.toBe(third);
  const users = [stored(first), stored(second), stored(null), stored(third)];
  expect(await withPassword("the same password", users)).toEqual([stored(first), stored(third)]);
  expect(await withPassword("a different password", users)).toEqual([stored(second)]);
});

test("nothing matches a missing password", async () => {
  expect(await withPassword("", [stored(null)])).toEqual([]);
  expect(await withPassword("", [])).toEqual([]);
});

test("no, one and many users of an address take one hash", async () => {
  const hash = await hashPassword("the same password", SALT);
  const counts: number[] = [];
  for (const users of [[], [stored(null)], [stored(hash)], Array.from({ length: 40 }, () => stored(hash))]) {
    let count = 0;
    const hook = createHook({
      init: (_, type) => {
        if (type === "SCRYPTREQUEST") count += 1;
      },
    }).enable();
    await withPassword("a guess", users);
    hook.disable();
    counts.push(count);
  }
  expect(counts).toEqual([1, 1, 1, 1]);
});

test("a hash keeps the cost that it was made with", async () => {
  // RFC 7914 §12: scrypt ("pleaseletmein", "SodiumChloride", N = 16384, r = 8, p = 1), its first 32 bytes.
  const hash = Buffer.from("7023bdcb3afd7348461c06cd81fd38ebfda8fbba904f8e3ea9b543f6545da1f2", "hex");
  const salt = Buffer.from("SodiumChloride").toString("base64").replace(/=+$/, "");
  const users = [stored(`$scrypt$ln=14,r=8,p=1$${salt}$${hash.toString("base64").replace(/=+$/, "")}`)];
  expect(await withPassword("pleaseletmein", users)).toEqual(users);
});
