// Idempotency-Keys: identifies a request, and runs its effect only once.
import { hash } from "node:crypto";
import { keyConflict } from "../operations/errors/refusal.ts";
import type { IdempotentRequest, StoredAnswer } from "../operations/ports/idempotency.ts";
import type { TransactionStores } from "../store/idempotency.ts";
import type { IdempotentAnswer } from "./endpoint.ts";
import { answerToRefusal } from "./request/answer-error.ts";
import { canonicalJson } from "./request/canonical-json.ts";
import type { Services } from "./services.ts";

/** @param place method, path with ids, merchant, and the class of callers */
export const idempotentRequest = (key: string, place: readonly string[], body: unknown): IdempotentRequest => ({
  scope: place.join(" "),
  key,
  fingerprint: hash("sha256", canonicalJson(body), "buffer"),
});

const TRANSACTIONAL: Readonly<Record<keyof TransactionStores, true>> = {
  merchants: true,
  logos: true,
  settlements: true,
  payments: true,
  refunds: true,
  exceptions: true,
  paymentLinks: true,
  webhooks: true,
  deliveries: true,
};

/** Whether the service takes part in the transaction that stores a response. */
export const isTransactional = (name: string): name is keyof TransactionStores => Object.hasOwn(TRANSACTIONAL, name);

const CONFLICT = 409;

/** A call with an Idempotency-Key. */
interface KeyedCall {
  readonly partnerId: string;
  readonly requestId: string;
  readonly request: IdempotentRequest;
}

/**
 * @param call null: no key was sent
 * @throws Refusal idempotency_conflict
 */
export async function replayed(
  { idempotency }: Pick<Services, "idempotency">,
  call: KeyedCall | null,
): Promise<IdempotentAnswer | null> {
  const earlier = call && (await idempotency.find(call.partnerId, call.request));
  if (earlier?.type === "key_conflict") throw keyConflict();
  return earlier && { answer: earlier.answer, isReplay: true };
}

/**
 * @param call null: no key was sent
 * @throws Refusal idempotency_conflict, and what `effect` throws
 */
export async function once(
  services: Services,
  call: KeyedCall | null,
  effect: (tx: TransactionStores) => Promise<StoredAnswer>,
): Promise<IdempotentAnswer> {
  if (!call) return { answer: await effect(services), isReplay: false };
  return services.idempotency.once(call.partnerId, call.request, effect, (refusal) => {
    const { status, body } = answerToRefusal(refusal, call.requestId);
    return status === CONFLICT ? { status, body } : null;
  });
}
