// Responses with a webhook secret. They are stored under their Idempotency-Key with the secret sealed.
import { storedSecret } from "../../../operations/webhooks/manage-webhooks.ts";
import type { StorageKeys } from "../../../payment/sealed-text.ts";
import type { IdempotentAnswer } from "../../endpoint.ts";

/** Opens the secret of a success; other stored responses have none. */
export function withSecret<Body extends { readonly id: string; readonly secret: string }>(
  keys: StorageKeys,
  { answer, isReplay }: IdempotentAnswer,
): IdempotentAnswer {
  const body = answer.body as Partial<Body>;
  if (body.id === undefined || body.secret === undefined) return { answer, isReplay };
  const secret = storedSecret(keys, body.id, body.secret);
  return { answer: { ...answer, body: { ...body, secret } }, isReplay };
}
