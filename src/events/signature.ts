// Signatures of deliveries, by their format, and the secrets that make them.
import { createHmac, randomBytes } from "node:crypto";
import { openText, type SealedText, type StorageKeys, sealText } from "../payment/sealed-text.ts";
import type { WebhookFormat } from "./endpoint.ts";

/** The standard takes 24 to 64. */
const SECRET_BYTES = 32;
const PREFIX = "whsec_";

export const newSecret = (): string => PREFIX + randomBytes(SECRET_BYTES).toString("base64");

export interface SignedMessage {
  /** The event's id. */
  readonly id: string;
  /** Unix seconds of this attempt. */
  readonly timestampS: number;
  readonly body: string;
}

/**
 * The headers of a delivery.
 * @param secrets `whsec_…`, newest first
 */
export const signedHeaders = (
  format: WebhookFormat,
  secrets: readonly [string, ...string[]],
  message: SignedMessage,
): Readonly<Record<string, string>> => SIGN[format](secrets, message);

type Sign = (secrets: readonly [string, ...string[]], message: SignedMessage) => Readonly<Record<string, string>>;

/** Standard Webhooks 1.0.0 (symmetric, v1): each secret signs. */
const signStandard: Sign = (secrets, message) => ({
  "webhook-id": message.id,
  "webhook-timestamp": String(message.timestampS),
  "webhook-signature": secrets.map((secret) => `v1,${signature(secret, message)}`).join(" "),
});

/** Coinbase Commerce: one signature, with the whole secret as text, which a shop stores as its shared secret. */
const signCommerce: Sign = ([secret], { body }) => ({
  "x-cc-webhook-signature": createHmac("sha256", secret).update(body).digest("hex"),
});

const SIGN: Readonly<Record<WebhookFormat, Sign>> = { standard: signStandard, commerce: signCommerce };

const signature = (secret: string, { id, timestampS, body }: SignedMessage): string =>
  createHmac("sha256", Buffer.from(secret.slice(PREFIX.length), "base64"))
    .update(`${id}.${timestampS}.${body}`)
    .digest("base64");

const placeOf = (endpointId: string): readonly string[] => ["turnpike webhook secret", endpointId];

export const sealSecret = (keys: StorageKeys, endpointId: string, secret: string): SealedText =>
  sealText(keys, placeOf(endpointId), secret);

/** The stored secret was altered or belongs to another endpoint, or another key has the same id. */
export class AlteredSecretError extends Error {
  constructor(endpointId: string, keyId: string) {
    super(`the secret stored for ${endpointId} is not what the key ${keyId} of BUYER_DATA_KEYS sealed there`);
    this.name = "AlteredSecretError";
  }
}

/** @throws SealedByUnknownKeyError, AlteredSecretError */
export function openSecret(keys: StorageKeys, endpointId: string, sealed: SealedText): string {
  const secret = openText(keys, placeOf(endpointId), sealed);
  if (secret === null) throw new AlteredSecretError(endpointId, sealed.keyId);
  return secret;
}
