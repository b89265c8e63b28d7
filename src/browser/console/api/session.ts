// The session of the person who is signed in, an HttpOnly cookie.
import type { Session } from "../../../contract/console/records.ts";
import type { AccountChoice, Invited, JoinBody } from "../../../contract/console/users.ts";
import { isSessionEnd, request } from "./connection.ts";

export type { Session };

const PATH = "/session";

/** Null without a session. */
export async function readSession(signal?: AbortSignal): Promise<Session | null> {
  try {
    return await request<Session>({ method: "GET", path: PATH, signal });
  } catch (error) {
    if (isSessionEnd(error)) return null;
    throw error;
  }
}

export const signIn = (apiKey: string): Promise<Session> =>
  request<Session>({ method: "POST", path: PATH, body: { apiKey } });

export interface Credentials {
  readonly email: string;
  readonly password: string;
}

export type OfferedAccount = AccountChoice["accounts"][number];

/** A choice if users of several partners have this address and this password. */
export const signInWithPassword = (credentials: Credentials): Promise<Session | AccountChoice> =>
  request<Session | AccountChoice>({ method: "POST", path: "/sign-in", body: credentials });

/** @param userId one of the offered accounts */
export const signInAs = (credentials: Credentials, userId: string): Promise<Session> =>
  request<Session>({ method: "POST", path: "/sign-in", body: { ...credentials, userId } });

export const readInvitation = (token: string): Promise<Invited> =>
  request<Invited>({ method: "POST", path: "/invitation", body: { token } });

export const join = (body: JoinBody): Promise<Session> => request<Session>({ method: "POST", path: "/join", body });

/** Proves that the user is still there, for one change. */
export const confirmByPassword = (password: string): Promise<unknown> =>
  request({ method: "POST", path: "/confirmation", body: { password } });

export const signOut = (): Promise<unknown> => request({ method: "DELETE", path: PATH });
