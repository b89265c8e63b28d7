// Creates and changes webhook endpoints.
import { ENDPOINTS_MAX, type WebhookEndpoint } from "../../events/endpoint.ts";
import { type UrlRules, urlFault } from "../../events/endpoint-url.ts";
import { newSecret, openSecret, sealSecret } from "../../events/signature.ts";
import { newId } from "../../ids.ts";
import type { Actor } from "../../merchant/audit.ts";
import type { SealedText, StorageKeys } from "../../payment/sealed-text.ts";
import { endpointMissing, type Issue, invalid, Refusal } from "../errors/refusal.ts";
import { Unavailable } from "../errors/unavailable.ts";
import type { NewEndpoint, WebhookEndpoints } from "../ports/webhooks.ts";

export interface ManageWebhooksPorts {
  readonly webhooks: WebhookEndpoints;
}

/** How long a caller waits for an operator to set the keys. */
const RETRY_AFTER_S = 60;

/** @throws Unavailable if the operator has configured no keys that could protect the secrets */
export function storageKeys(keys: StorageKeys | null): StorageKeys {
  if (keys) return keys;
  throw new Unavailable("This installation cannot keep webhook secrets yet: its operator must set BUYER_DATA_KEYS", {
    cause: new Error("BUYER_DATA_KEYS is not set"),
    retryAfterS: RETRY_AFTER_S,
  });
}

/** An endpoint, with its secret as it is stored. */
export interface Created {
  readonly endpoint: WebhookEndpoint;
  readonly secret: SealedText;
}

/** As requests will read it: without line breaks, and with other unseen characters as escapes. */
const written = (url: string): string => new URL(url).href;

/** @throws Refusal params_validation, limit_exceeded */
export async function createEndpoint(
  { webhooks }: ManageWebhooksPorts,
  keys: StorageKeys,
  partnerId: string,
  choice: NewEndpoint,
  by: Actor,
  rules: UrlRules,
): Promise<Created> {
  await check({ webhooks }, partnerId, choice, rules);
  const id = newId("webhookEndpoint");
  const secret = sealSecret(keys, id, newSecret());
  const endpoint = await webhooks.insert(partnerId, { ...choice, url: written(choice.url), id, secret }, by);
  if (endpoint) return { endpoint, secret };
  const message = `A partner may have at most ${ENDPOINTS_MAX} webhook endpoints: delete one first`;
  throw new Refusal("limit_exceeded", message, { issues: [{ field: "url", message }] });
}

/** @throws Refusal params_validation, not_found */
export async function updateEndpoint(
  { webhooks }: ManageWebhooksPorts,
  { partnerId, id }: { readonly partnerId: string; readonly id: string },
  changes: Parameters<WebhookEndpoints["update"]>[2],
  by: Actor,
  rules: UrlRules,
): Promise<WebhookEndpoint> {
  await check({ webhooks }, partnerId, changes, rules);
  const { url } = changes;
  const endpoint = await webhooks.update(partnerId, id, { ...changes, ...(url && { url: written(url) }) }, by);
  if (!endpoint) throw endpointMissing();
  return endpoint;
}

async function check(
  { webhooks }: ManageWebhooksPorts,
  partnerId: string,
  {
    url,
    merchantIds,
  }: { readonly url?: string | undefined; readonly merchantIds?: readonly string[] | null | undefined },
  rules: UrlRules,
): Promise<void> {
  const issues: Issue[] = [];
  const fault = url === undefined ? null : urlFault(url, rules);
  if (fault !== null) issues.push({ field: "url", message: fault });
  if (merchantIds) {
    const known = await webhooks.knownMerchants(partnerId, merchantIds);
    for (const [index, id] of merchantIds.entries()) {
      if (!known.has(id)) issues.push({ field: `merchantIds.${index}`, message: "is not one of your merchants" });
    }
  }
  if (issues.length > 0) throw invalid(issues);
}

/** @throws Refusal not_found */
export async function rotateSecret(
  { webhooks }: ManageWebhooksPorts,
  keys: StorageKeys,
  { partnerId, id }: { readonly partnerId: string; readonly id: string },
  overlapS: number,
  by: Actor,
): Promise<SealedText> {
  const secret = sealSecret(keys, id, newSecret());
  if (!(await webhooks.rotate(partnerId, id, secret, overlapS, by))) throw endpointMissing();
  return secret;
}

/** A secret in a stored response, which must not contain it in clear. */
export const secretToStore = ({ keyId, content }: SealedText): string => `${keyId}:${content.toString("base64")}`;

/** The reverse of `secretToStore`, in clear. @throws SealedByUnknownKeyError, AlteredSecretError */
export function storedSecret(keys: StorageKeys, endpointId: string, stored: string): string {
  const [keyId = "", content = ""] = stored.split(":");
  return openSecret(keys, endpointId, { keyId, content: Buffer.from(content, "base64") });
}
