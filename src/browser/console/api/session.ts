// Who is signed in. The session itself is in a cookie that no script can read.
import type { Session } from "../../../contract/console.ts";
import { isSessionEnd, request } from "./connection.ts";

export type { Session };

const PATH = "/session";

/** Null where nobody is signed in. */
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
