// The partner's API keys. Creating or revoking one requires a key as well as the session.
import type { Static } from "typebox";
import { segment } from "../../../client/call.ts";
import type { Made } from "../../../contract/console/made-by-key.ts";
import type { KeyCreated, Keys } from "../../../contract/console/records.ts";
import { request, requestOnceWithKey, requestWithKey } from "./connection.ts";

export const KEY_ROLES = ["partner", "read", "wallet"] as const;
export type KeyRole = (typeof KEY_ROLES)[number];

export type KeyRecord = Keys["keys"][number];
/** Shown once: the server stores only its hash. */
export type NewKey = Static<typeof KeyCreated>;

const PATH = "/keys";

export const listKeys = (signal?: AbortSignal) => request<Keys>({ method: "GET", path: PATH, signal });

export interface KeyTerms {
  /** Empty: none. */
  readonly label: string;
  /** ISO 8601; null: never. */
  readonly expiresAt: string | null;
  /** IP addresses and networks; empty: any address. */
  readonly allowedAddresses: readonly string[];
}

export const createKey = (apiKey: string, role: KeyRole, { label, ...limits }: KeyTerms) =>
  requestOnceWithKey(apiKey)<NewKey>({
    method: "POST",
    path: PATH,
    body: { role, ...limits, ...(label !== "" && { label }) },
  });

const madePath = (id: string, since: string | null) =>
  `${PATH}/${segment(id)}/made${since === null ? "" : `?since=${encodeURIComponent(since)}`}`;

/** What would end with the key. @param since ISO 8601: what was made before stays; null: all */
export const readMadeByKey = (id: string, since: string | null, signal?: AbortSignal) =>
  request<Made>({ method: "GET", path: madePath(id, since), signal });

/** Revokes the key with what it made. */
export const endMadeByKey = (apiKey: string, id: string, since: string | null) =>
  requestWithKey(apiKey)<Made>({ method: "DELETE", path: madePath(id, since) });

export const revokeKey = (apiKey: string, id: string) =>
  requestWithKey(apiKey)<{ readonly id: string; readonly revoked: true }>({
    method: "DELETE",
    path: `${PATH}/${segment(id)}`,
  });
