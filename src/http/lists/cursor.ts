// List cursors: the position where a page ended, as opaque text. A MAC binds each to its list, partner and filter, so
// it cannot be used for anything else.
import { createHmac, timingSafeEqual } from "node:crypto";
import type { MacKeys } from "../credentials/mac-keys.ts";
import { canonicalJson } from "../request/canonical-json.ts";
import { RequestError } from "../request/request-error.ts";

/** Truncated HMAC-SHA256 (RFC 2104 §5: at least half of the output). */
const MAC_BYTES = 16;

/** The scope of a cursor. `filter` holds everything that selects and orders rows, but not the limit. */
export interface CursorScope {
  readonly list: string;
  readonly partnerId: string;
  readonly filter: unknown;
}

/** @param position the sort columns of the page's last row */
export function sealCursor([key]: MacKeys, scope: CursorScope, position: readonly string[]): string {
  const payload = Buffer.from(JSON.stringify(position));
  return Buffer.concat([macOf(key, scope, payload), payload]).toString("base64url");
}

/**
 * @param length the number of columns in a position of this list
 * @throws RequestError invalid_params: forged, or made for another list, partner or filter
 */
export function openCursor(keys: MacKeys, scope: CursorScope, cursor: string, length: number): readonly string[] {
  const bytes = Buffer.from(cursor, "base64url");
  const [mac, payload] = [bytes.subarray(0, MAC_BYTES), bytes.subarray(MAC_BYTES)];
  // Several base64url texts decode to the same bytes; only the canonical one is accepted.
  const isOurs =
    mac.length === MAC_BYTES &&
    bytes.toString("base64url") === cursor &&
    keys.some((key) => timingSafeEqual(mac, macOf(key, scope, payload)));
  const position = isOurs ? (JSON.parse(payload.toString()) as readonly string[]) : [];
  if (position.length !== length) {
    throw new RequestError("invalid_params", {
      message: "The cursor does not belong to this list and these filters: start again without it",
      issues: [{ field: "cursor", message: "must be the nextCursor of a request with the same filters" }],
    });
  }
  return position;
}

const macOf = (key: Buffer, { list, partnerId, filter }: CursorScope, payload: Buffer): Buffer =>
  createHmac("sha256", key)
    .update(canonicalJson([list, partnerId, filter]))
    .update("\n")
    .update(payload)
    .digest()
    .subarray(0, MAC_BYTES);
