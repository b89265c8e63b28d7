// Remembers in a browser which users have signed in there. It grants no access: a user's next sign-in goes before those
// of strangers, and has its own limit of wrong passwords.
import type { FastifyReply, FastifyRequest } from "fastify";
import { COOKIE_LIFE_MAX_S, optionsAt } from "../request/session-cookie.ts";
import { challengeMadeAt, newChallenge } from "./challenge.ts";
import type { MacKeys } from "./mac-keys.ts";

const MS_PER_S = 1_000;
const NAME = "turnpike_device";
/** The users who signed in last: a person with several partners, or colleagues who share a browser. */
const USERS_MAX = 5;
const MARK_FORMAT = /^[A-Za-z0-9_-]{72}$/;

const purposeOf = (userId: string): string => `device of ${userId}`;

interface Ports {
  readonly challengeKeys: MacKeys;
  nowMs(): number;
}

const marksOf = (request: FastifyRequest): readonly string[] =>
  (request.cookies[NAME] ?? "").split(".", USERS_MAX).filter((mark) => MARK_FORMAT.test(mark));

const isOf = ({ challengeKeys, nowMs }: Ports, userId: string, mark: string): boolean =>
  challengeMadeAt(challengeKeys, purposeOf(userId), mark, nowMs(), COOKIE_LIFE_MAX_S * MS_PER_S) !== null;

/** The browser's mark if the user has signed in there before; null otherwise. */
export const deviceOf = (request: FastifyRequest, ports: Ports, userId: string): string | null =>
  marksOf(request).find((mark) => isOf(ports, userId, mark)) ?? null;

export function keepDevice(
  request: FastifyRequest,
  reply: FastifyReply,
  ports: Ports,
  userId: string,
  place: { readonly publicUrl: string },
): void {
  const mark = newChallenge(ports.challengeKeys, purposeOf(userId), ports.nowMs()).toString("base64url");
  const others = marksOf(request).filter((each) => !isOf(ports, userId, each));
  const marks = [mark, ...others].slice(0, USERS_MAX).join(".");
  reply.setCookie(NAME, marks, { ...optionsAt(place), maxAge: COOKIE_LIFE_MAX_S });
}
