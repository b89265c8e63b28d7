// Passwords are checked a few at a time, because each check takes memory and a thread.
import { expect, test } from "vitest";
import { createPasswords } from "../../src/http/credentials/passwords.ts";

/** A hash that is checked at once. */
const CHEAP = "$scrypt$ln=4,r=1,p=1$AAAA$AAAA";

test("from many networks at once, those beyond the queue are refused at once and the others are checked", async () => {
  const passwords = createPasswords();
  const refused: number[] = [];
  const checks = Array.from({ length: 100 }, (_, n) =>
    passwords
      .signIn({
        email: `user_${n}@example.com`,
        password: "a guess",
        networks: [`192.0.2.${n}`],
        users: [{ password: CHEAP, device: null }],
      })
      .catch(() => void refused.push(n)),
  );
  expect(await Promise.all(checks.slice(52))).toEqual(Array(48).fill(undefined));
  expect(refused).toHaveLength(48); // two are checked, and fifty wait
  expect(await Promise.all(checks.slice(0, 52))).toEqual(Array(52).fill([]));
});
