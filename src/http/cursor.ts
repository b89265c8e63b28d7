// Cursors of lists: where a page ended, as text that a caller hands back for the next. They are opaque and nobody's
// but ours: a MAC binds each to the list, the partner and the filter it was made for, so that it opens nothing else.
import { createHmac, hkdfSync, timingSafeEqual } from "node:crypto";
import { canonicalJson } from "./idempotent.ts";
import { RequestError } from "./request-error.ts";

/** Bytes of HMAC-SHA256 that are kept (RFC 2104 §5: half of the output at least). */
const MAC_BYTES = 16;

/** The key for cursors, from the installation's secret (RFC 5869). */
export const cursorKey = (secret: Buffer): Buffer => Buffer.from(hkdfSync("sha256", secret, "", "turnpike cursor", 32));

/** What a cursor belongs to: the list's name, the partner, and all that selects and orders its rows (not the limit). */
export interface CursorScope {
  readonly list: string;
  readonly partnerId: string;
  readonly filter: unknown;
}

/** @param position the sort columns of the page's last row, as text */
export function sealCursor(key: Buffer, scope: CursorScope, position: readonly string[]): string {
  const payload = Buffer.from(JSON.stringify(position));
  return Buffer.concat([macOf(key, scope, payload), payload]).toString("base64url");
}

/**
 * @param length how many columns a position of this list has
 * @throws RequestError invalid_params: it was not made by us, or for another list, partner or filter
 */
export function openCursor(key: Buffer, scope: CursorScope, cursor: string, length: number): readonly string[] {
  const bytes = Buffer.from(cursor, "base64url");
  const [mac, payload] = [bytes.subarray(0, MAC_BYTES), bytes.subarray(MAC_BYTES)];
  // base64url has several texts for the same bytes; only the one that was handed out is taken.
  const isOurs =
    mac.length === MAC_BYTES &&
    bytes.toString("base64url") === cursor &&
    timingSafeEqual(mac, macOf(key, scope, payload));
  const position = isOurs ? (JSON.parse(payload.toString()) as readonly string[]) : [];
  if (position.length !== length) {
    throw new RequestError("invalid_params", {
      message: "The cursor is not one of this list with these filters: begin again without it",
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
