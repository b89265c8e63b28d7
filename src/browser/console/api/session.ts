// Who is signed in. The session is an HttpOnly cookie.
import { isSessionEnd, request } from "./connection.ts";

export interface Session {
  readonly partner: { readonly id: string; readonly name: string };
  /** A read session can't change anything. */
  readonly role: "partner" | "read";
  readonly key: { readonly id: string; readonly prefix: string };
  /** Unix seconds. */
  readonly expiresAt: number;
}

const PATH = "/session";

/** Null if nobody is signed in. */
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

export const signOut = (): Promise<unknown> => request({ method: "DELETE", path: PATH });
