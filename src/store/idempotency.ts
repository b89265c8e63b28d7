// Stores responses by idempotency key. An effect and its response are one transaction: a repeat finds both or neither.

import { keyConflict, keyInUse, Refusal } from "../operations/errors/refusal.ts";
import type { CreatePaymentPorts } from "../operations/payments/create-payment.ts";
import type { IdempotentRequest, StoredAnswer } from "../operations/ports/idempotency.ts";
import type { RefundStore } from "../operations/ports/refunds.ts";
import type { Database, Queryable } from "./database/database.ts";
import type { ReadPermits } from "./database/permits.ts";
import {
  createStoredResponses,
  deleteOldResponses,
  findStoredResponse,
  isLockTimeout,
} from "./database/stored-responses.ts";
import { createLogoStore, type LogoStore } from "./merchants/logos.ts";
import { createMerchantStore, type MerchantStore } from "./merchants/merchants.ts";
import { createSettlementStore, type SettlementStore } from "./merchants/settlements.ts";
import { createLinkStore, type LinkStore } from "./payment-links/links.ts";
import type { PayableChain } from "./payments/expire.ts";
import { createPaymentAccess, type PaymentAccess } from "./payments/payments.ts";
import { createRefundStore } from "./refunds/refunds.ts";
import { createExceptionStore, type ExceptionStore } from "./transfers/exceptions.ts";
import { createDeliveryStore, type DeliveryStore } from "./webhooks/deliveries.ts";
import { createEndpointStore, type EndpointStore } from "./webhooks/endpoints.ts";

/** The stores that an effect may use, inside its transaction. */
export interface TransactionStores {
  readonly merchants: MerchantStore;
  readonly logos: LogoStore;
  readonly settlements: SettlementStore;
  readonly payments: PaymentAccess;
  readonly refunds: RefundStore;
  readonly exceptions: ExceptionStore;
  readonly paymentLinks: LinkStore;
  readonly webhooks: EndpointStore;
  readonly deliveries: DeliveryStore;
}

const storesIn = (tx: Queryable, chains: readonly PayableChain[], permits: ReadPermits): TransactionStores => ({
  merchants: createMerchantStore(tx),
  logos: createLogoStore(tx),
  settlements: createSettlementStore(tx),
  payments: createPaymentAccess(tx, chains),
  refunds: createRefundStore(tx),
  exceptions: createExceptionStore(tx),
  paymentLinks: createLinkStore(tx),
  webhooks: createEndpointStore(tx),
  deliveries: createDeliveryStore(tx, permits),
});

type IdempotencyPort = CreatePaymentPorts["idempotency"];

/** `find` takes no lock on the key, so two concurrent requests may both find nothing. */
export interface IdempotencyStore extends IdempotencyPort {
  /**
   * Runs `effect` once for this key and stores its response, in one transaction.
   * @param responseOf the response to store for a refusal of the effect (whose writes are undone), or null to throw it
   * @returns the response of this or of an earlier identical request
   * @throws Refusal idempotency_conflict: the key belongs to another request, or the first request with it is still
   *   running after 10 s
   */
  once(
    partnerId: string,
    request: IdempotentRequest,
    effect: (tx: TransactionStores) => Promise<StoredAnswer>,
    responseOf: (refusal: Refusal) => StoredAnswer | null,
  ): Promise<{ answer: StoredAnswer; isReplay: boolean }>;
  /** Deletes responses past their retention, at most a page. */
  forgetOld(): Promise<{ readonly hasMore: boolean }>;
}

export const createIdempotencyStore = (
  db: Database,
  chains: readonly PayableChain[],
  permits: ReadPermits,
): IdempotencyStore => ({
  forgetOld: () => deleteOldResponses(db),

  find: createStoredResponses(db),

  once: (partnerId, request, effect, responseOf) =>
    db.transaction(async (tx) => {
      const earlier = await claim(tx, partnerId, request);
      if (earlier) return { answer: earlier, isReplay: true };
      const answer = await attempt(tx, () => effect(storesIn(tx, chains, permits)), responseOf);
      await tx.query({
        name: "store_response",
        text: "update idempotent_answers set status = $4, body = $5 where partner_id = $1 and scope = $2 and key = $3",
        values: [partnerId, request.scope, request.key, answer.status, JSON.stringify(answer.body)],
      });
      return { answer, isReplay: false };
    }),
});

/** Takes the key for this transaction, after waiting for another holder. @returns the stored response, if any */
async function claim(tx: Queryable, partnerId: string, request: IdempotentRequest): Promise<StoredAnswer | null> {
  try {
    const { rowCount } = await tx.query({
      name: "claim_key",
      text: "insert into idempotent_answers (partner_id, scope, key, fingerprint) values ($1, $2, $3, $4) on conflict do nothing",
      values: [partnerId, request.scope, request.key, request.fingerprint],
    });
    if (rowCount === 1) return null;
  } catch (error) {
    throw isLockTimeout(error) ? keyInUse() : error;
  }
  const earlier = await findStoredResponse(tx, partnerId, request);
  if (earlier?.type === "replayed") return earlier.answer;
  throw keyConflict();
}

async function attempt(
  tx: Queryable,
  effect: () => Promise<StoredAnswer>,
  responseOf: (refusal: Refusal) => StoredAnswer | null,
): Promise<StoredAnswer> {
  await tx.query({ text: "savepoint effect" });
  try {
    return await effect();
  } catch (error) {
    const answer = error instanceof Refusal ? responseOf(error) : null;
    if (!answer) throw error;
    await tx.query({ text: "rollback to savepoint effect" });
    return answer;
  }
}
