// How the console speaks to its server: the interface itself stands below /console/api, with the session's cookie in the key's place.
import type { Send } from "../../../client/call.ts";
import { connect } from "../../../client/connect.ts";
import { ApiError } from "../../../client/errors.ts";
import { type Connection, type Request, send } from "../../../client/send.ts";

export const API = "/console/api";

/** A page of another site cannot send this header without asking first, which is refused: so it is no forged request. */
const NOT_FORGED = { "turnpike-console": "1" };

const connection = connect({ baseUrl: location.origin + API }, NOT_FORGED);
const sessionEnded = new Set<() => void>();

/** @returns how to stop listening */
export function onSessionEnd(listener: () => void): () => void {
  sessionEnded.add(listener);
  return () => sessionEnded.delete(listener);
}

/** @throws what `send` throws; a session that is over is announced, too */
export const request: Send = (each) => requestBy(connection, each);

async function requestBy<Answer>(way: Connection, each: Request): Promise<Answer> {
  try {
    return await send<Answer>(way, each);
  } catch (error) {
    if (isSessionEnd(error)) for (const listener of sessionEnded) listener();
    throw error;
  }
}

/** For what asks for the key again. */
export const requestWithKey =
  (apiKey: string): Send =>
  (each) =>
    requestBy(connection, withKey(apiKey, each));

/** The same for what takes no Idempotency-Key: where its answer is lost, whoever asked for it decides whether to ask again. */
export const requestOnceWithKey =
  (apiKey: string): Send =>
  (each) =>
    requestBy({ ...connection, retries: 0 }, withKey(apiKey, each));

const withKey = (apiKey: string, each: Request): Request => ({
  ...each,
  headers: { ...each.headers, "api-key": apiKey },
});

export const isSessionEnd = (error: unknown): boolean =>
  error instanceof ApiError && error.status === 401 && error.code === "unauthorized";
