import { expect, test } from "vitest";
import { CHALLENGE_LIFE_MS, challengeMadeAt, newChallenge } from "../../src/http/credentials/challenge.ts";
import { macKeys } from "../../src/http/credentials/mac-keys.ts";

const SECRET = Buffer.alloc(32, 1);
const KEYS = macKeys("challenge", SECRET, null);
const AT = 1_800_000_000_000;
const text = newChallenge(KEYS, "sign in", AT).toString("base64url");

test.each([
  ["in its time", KEYS, "sign in", AT + CHALLENGE_LIFE_MS, true],
  ["too late", KEYS, "sign in", AT + CHALLENGE_LIFE_MS + 1, false],
  ["for another purpose", KEYS, "confirm as usr_1", AT, false],
  ["of another installation", macKeys("challenge", Buffer.alloc(32, 2), null), "sign in", AT, false],
  ["after the secret was replaced", macKeys("challenge", Buffer.alloc(32, 2), SECRET), "sign in", AT, true],
] as const)("a challenge %s", (_, keys, purpose, nowMs, isAccepted) => {
  expect(challengeMadeAt(keys, purpose, text, nowMs)).toEqual(isAccepted ? new Date(AT) : null);
});

test("an altered or shortened challenge is refused", () => {
  const bytes = Buffer.from(text, "base64url");
  bytes[20] = (bytes[20] ?? 0) ^ 1;
  expect(challengeMadeAt(KEYS, "sign in", bytes.toString("base64url"), AT)).toBeNull();
  expect(challengeMadeAt(KEYS, "sign in", text.slice(0, 40), AT)).toBeNull();
  expect(challengeMadeAt(KEYS, "sign in", "", AT)).toBeNull();
});
