// Requests that may be repeated: what a request is, and running its effect once.
import { createHash } from "node:crypto";
import type { IdempotentRequest, StoredAnswer } from "../operations/create-payment.ts";
import { keyConflict } from "../operations/errors/refusal.ts";
import { answerToRefusal } from "./answer-error.ts";
import type { KeyCaller } from "./caller.ts";
import type { CheckedCall } from "./endpoint.ts";
import type { IdempotentAnswer, Services, TransactionPorts } from "./ports.ts";

/** @param place method, path with its ids, and merchant */
export const idempotentRequest = (key: string, place: readonly string[], body: unknown): IdempotentRequest => ({
  scope: place.join(" "),
  key,
  fingerprint: createHash("sha256").update(canonicalJson(body)).digest(),
});

/** JSON without white space and with sorted keys. The body has been checked by its schema, so its depth is bounded. */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(",")}]`;
  if (value === null || typeof value !== "object") return JSON.stringify(value);
  const fields = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${fields.map(([name, field]) => `${JSON.stringify(name)}:${canonicalJson(field)}`).join(",")}}`;
}

const CONFLICT = 409;

/**
 * The answer that an earlier request with the call's Idempotency-Key was given, or null: for endpoints that ask somebody
 * else (a chain, a web server) before their effect, which a repeat must not wait for or be refused by.
 */
export async function replayed(
  services: Services,
  { caller, idempotent }: CheckedCall & { readonly caller: KeyCaller },
): Promise<IdempotentAnswer | null> {
  const earlier = idempotent && (await services.idempotency.find(caller.partnerId, idempotent));
  if (earlier?.type === "key_conflict") throw keyConflict();
  return earlier && { answer: earlier.answer, isReplay: true };
}

/** Runs `effect`: once for the call's Idempotency-Key, or simply, where none was sent. */
export async function once(
  services: Services,
  call: CheckedCall & { readonly caller: KeyCaller },
  effect: (tx: TransactionPorts) => Promise<StoredAnswer>,
): Promise<IdempotentAnswer> {
  if (!call.idempotent) return { answer: await effect(services), isReplay: false };
  return services.idempotency.once(call.caller.partnerId, call.idempotent, effect, (refusal) => {
    const { status, body } = answerToRefusal(refusal, call.requestId);
    return status === CONFLICT ? { status, body } : null;
  });
}
