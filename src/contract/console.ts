// The console's own interface on the wire. It is no part of the service's interface and may change with the console.
import Type, { type Static } from "typebox";
import * as wire from "./primitives.ts";

/** Longer than any key that was ever made. */
const API_KEY_LENGTH_MAX = 256;

export const SignInBody = wire.closed({
  apiKey: Type.String({ maxLength: API_KEY_LENGTH_MAX, description: "an API key" }),
});

export const Session = Type.Object({
  partner: Type.Object({ id: Type.String(), name: Type.String() }),
  role: wire.oneOf(["partner", "read"]),
  key: Type.Object({ id: Type.String(), prefix: Type.String({ description: "the key's first characters" }) }),
  /** When it ends if nothing more is done in it. */
  expiresAt: wire.unixSeconds,
});
export type Session = Static<typeof Session>;

export const SignedOut = wire.closed({});
