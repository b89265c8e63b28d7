// Remembers in a browser that a user has signed in there. It grants no access: the next sign-in goes before those of
// strangers, and has its own limit of wrong passwords.
import type { FastifyReply, FastifyRequest } from "fastify";
import { optionsAt } from "../request/session-cookie.ts";
import { type ChallengeKeys, challengeMadeAt, newChallenge } from "./challenge.ts";

/** The longest that browsers keep a cookie (RFC 6265bis §5.5). */
const LIFE_S = 400 * 86_400;
const MS_PER_S = 1_000;
const NAME = "turnpike_device";

const purposeOf = (userId: string): string => `device of ${userId}`;

interface Ports {
  readonly challengeKeys: ChallengeKeys;
  nowMs(): number;
}

/** The browser's mark if the user has signed in there before; null otherwise. */
export function deviceOf(request: FastifyRequest, { challengeKeys, nowMs }: Ports, userId: string): string | null {
  const mark = request.cookies[NAME] ?? "";
  return challengeMadeAt(challengeKeys, purposeOf(userId), mark, nowMs(), LIFE_S * MS_PER_S) && mark;
}

export function keepDevice(
  reply: FastifyReply,
  { challengeKeys, nowMs }: Ports,
  userId: string,
  place: { readonly publicUrl: string },
): void {
  const mark = newChallenge(challengeKeys, purposeOf(userId), nowMs()).toString("base64url");
  reply.setCookie(NAME, mark, { ...optionsAt(place), maxAge: LIFE_S });
}
