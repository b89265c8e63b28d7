// The partner's API keys. Creating or revoking one requires a key as well as the session.
import { segment } from "../../../client/call.ts";
import { request, requestOnceWithKey, requestWithKey } from "./connection.ts";

export const KEY_ROLES = ["partner", "read", "wallet"] as const;
export type KeyRole = (typeof KEY_ROLES)[number];

export interface KeyRecord {
  readonly id: string;
  /** Its first characters, for recognition. */
  readonly prefix: string;
  readonly role: KeyRole;
  /** ISO 8601, like the times below. */
  readonly createdAt: string;
  readonly revokedAt: string | null;
  /** Accurate to about a minute. */
  readonly lastUsedAt: string | null;
}

/** Shown once: the server stores only its hash. */
export interface NewKey {
  readonly id: string;
  readonly key: string;
  readonly role: KeyRole;
}

const PATH = "/keys";

export const listKeys = (signal?: AbortSignal) =>
  request<{ readonly keys: readonly KeyRecord[] }>({ method: "GET", path: PATH, signal });

export const createKey = (apiKey: string, role: KeyRole) =>
  requestOnceWithKey(apiKey)<NewKey>({ method: "POST", path: PATH, body: { role } });

export const revokeKey = (apiKey: string, id: string) =>
  requestWithKey(apiKey)<{ readonly id: string; readonly revoked: true }>({
    method: "DELETE",
    path: `${PATH}/${segment(id)}`,
  });
