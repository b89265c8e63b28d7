// Answers by idempotency key: the effect and its answer are one transaction, so a repeat finds both or neither.

import type { IdempotentRequest, StoredAnswer } from "../operations/create-payment.ts";
import { keyConflict, keyInUse, Refusal } from "../operations/errors/refusal.ts";
import { findAnswer, forgetOldAnswers, isLockTimeout } from "./answers.ts";
import type { Database, Queryable } from "./database.ts";
import { createLogoStore } from "./logos.ts";
import { createMerchantStore } from "./merchants.ts";
import { createPaymentAccess } from "./payments.ts";
import { createSettlementStore } from "./settlements.ts";

/** The stores as an effect may use them: inside its transaction. */
const storesIn = (tx: Queryable) => ({
  merchants: createMerchantStore(tx),
  logos: createLogoStore(tx),
  settlements: createSettlementStore(tx),
  payments: createPaymentAccess(tx),
});

export type TransactionStores = ReturnType<typeof storesIn>;

export function createIdempotencyStore(db: Database) {
  return {
    forgetOld: () => forgetOldAnswers(db),

    /** What is stored under this key. It takes no key, so two requests at once may both find nothing. */
    find: (partnerId: string, request: IdempotentRequest) => findAnswer(db, partnerId, request),

    /**
     * Runs `effect` once for this key and stores what it answers, in one transaction.
     * @param answerOf the stored answer to a refusal of the effect (its writes are undone), or null: it is not stored
     * @returns the answer, of now or of an earlier identical request
     * @throws Refusal idempotency_conflict: the key stands for another request, or that one is still running after 10 s
     */
    async once(
      partnerId: string,
      request: IdempotentRequest,
      effect: (tx: TransactionStores) => Promise<StoredAnswer>,
      answerOf: (refusal: Refusal) => StoredAnswer | null,
    ): Promise<{ answer: StoredAnswer; isReplay: boolean }> {
      return db.transaction(async (tx) => {
        const earlier = await claim(tx, partnerId, request);
        if (earlier) return { answer: earlier, isReplay: true };
        const answer = await attempt(tx, effect, answerOf);
        await tx.query({
          name: "store_answer",
          text: "update idempotent_answers set status = $4, body = $5 where partner_id = $1 and scope = $2 and key = $3",
          values: [partnerId, request.scope, request.key, answer.status, JSON.stringify(answer.body)],
        });
        return { answer, isReplay: false };
      });
    },
  };
}

/** Takes the key for this transaction; resolves to the answer where it was taken before, waiting for who holds it. */
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
  const earlier = await findAnswer(tx, partnerId, request);
  if (earlier?.type === "replayed") return earlier.answer;
  throw keyConflict();
}

async function attempt(
  tx: Queryable,
  effect: (tx: TransactionStores) => Promise<StoredAnswer>,
  answerOf: (refusal: Refusal) => StoredAnswer | null,
): Promise<StoredAnswer> {
  await tx.query({ text: "savepoint effect" });
  try {
    return await effect(storesIn(tx));
  } catch (error) {
    const answer = error instanceof Refusal ? answerOf(error) : null;
    if (!answer) throw error;
    await tx.query({ text: "rollback to savepoint effect" });
    return answer;
  }
}
