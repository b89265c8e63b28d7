// Verifies a delivery's signature (Standard Webhooks 1.0.0): HMAC-SHA256 over `id.timestamp.body`.
import type { TurnpikeEvent } from "./event.ts";

type HeaderValues = Readonly<Record<string, string | readonly string[] | undefined>>;

export interface VerifyOptions {
  /** Seconds by which the delivery's time may differ from this clock; 300 by default. */
  readonly toleranceS?: number;
  readonly nowMs?: () => number;
}

/** The delivery must not be trusted. Respond with 400, so that it is retried and shows up as failed. */
export class WebhookVerificationError extends Error {
  constructor(message: string) {
    super(message);
    this.name = "WebhookVerificationError";
  }
}

const TOLERANCE_S = 300;
const SECRET_PREFIX = "whsec_";
/** More than the secrets that can be live at once; bounds what a forged header costs. */
const SIGNATURES_MAX = 10;
const HMAC = { name: "HMAC", hash: "SHA-256" } as const;

/**
 * @param body the request's body, byte for byte as received; parsed and serialised again it no longer verifies
 * @param headers a Headers object, or Node's `request.headers`
 * @param secret the endpoint's secret (`whsec_…`), or several while one replaces another
 * @throws WebhookVerificationError
 */
export async function verifyWebhook(
  body: string | Uint8Array,
  headers: Headers | HeaderValues,
  secret: string | readonly string[],
  { toleranceS = TOLERANCE_S, nowMs = Date.now }: VerifyOptions = {},
): Promise<TurnpikeEvent> {
  const id = header(headers, "webhook-id");
  const timestamp = header(headers, "webhook-timestamp");
  const signatures = header(headers, "webhook-signature").split(" ").slice(0, SIGNATURES_MAX);
  if (!/^[0-9]{1,12}$/.test(timestamp) || Math.abs(nowMs() / 1000 - Number(timestamp)) > toleranceS) {
    throw new WebhookVerificationError("the webhook's timestamp is too far from this clock");
  }
  const bytes = typeof body === "string" ? new TextEncoder().encode(body) : body;
  const signed = joined(new TextEncoder().encode(`${id}.${timestamp}.`), bytes);
  const given = signatures.flatMap((text) => (text.startsWith("v1,") ? [bytesOf(text.slice(3))] : []));
  for (const each of typeof secret === "string" ? [secret] : secret) {
    const key = await keyOf(each);
    for (const signature of given) {
      // Compares in constant time.
      if (signature && (await crypto.subtle.verify(HMAC, key, signature, signed))) return parsed(bytes);
    }
  }
  throw new WebhookVerificationError("no signature matches: wrong secret, or a changed body");
}

function header(headers: Headers | HeaderValues, name: string): string {
  const value = headers instanceof Headers ? headers.get(name) : headers[name];
  if (typeof value !== "string" || value === "") throw new WebhookVerificationError(`the header ${name} is missing`);
  return value;
}

function keyOf(secret: string) {
  const bytes = secret.startsWith(SECRET_PREFIX) ? bytesOf(secret.slice(SECRET_PREFIX.length)) : null;
  if (!bytes) throw new TypeError(`a webhook secret is ${SECRET_PREFIX} followed by base64`);
  return crypto.subtle.importKey("raw", bytes, HMAC, false, ["verify"]);
}

/** Null if it is not base64. */
function bytesOf(base64: string): Uint8Array<ArrayBuffer> | null {
  try {
    return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
  } catch {
    return null;
  }
}

function joined(first: Uint8Array, second: Uint8Array): Uint8Array<ArrayBuffer> {
  const all = new Uint8Array(first.length + second.length);
  all.set(first);
  all.set(second, first.length);
  return all;
}

function parsed(bytes: Uint8Array): TurnpikeEvent {
  try {
    return JSON.parse(new TextDecoder().decode(bytes)) as TurnpikeEvent;
  } catch {
    throw new WebhookVerificationError("the webhook's body is not JSON");
  }
}
