// The partner's API keys. What makes or revokes one needs a key itself, beside the session.
import { segment } from "../../../client/call.ts";
import { request, requestOnceWithKey, requestWithKey } from "./connection.ts";

export const KEY_ROLES = ["partner", "read", "wallet"] as const;
export type KeyRole = (typeof KEY_ROLES)[number];

export interface KeyRecord {
  readonly id: string;
  /** Its first characters, by which a person recognises it. */
  readonly prefix: string;
  readonly role: KeyRole;
  /** ISO 8601, as the others. */
  readonly createdAt: string;
  readonly revokedAt: string | null;
  /** To about a minute. */
  readonly lastUsedAt: string | null;
}

/** Shown once: the server keeps its hash only. */
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
