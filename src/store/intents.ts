// Transactions that were handed to buyers' wallets. A wallet may send one and never come back: when its terms are seen paid, the
// payment is confirmed by what is kept here.
import type { Hex } from "viem";
import type { Intent } from "../operations/resolve-build.ts";
import type { PriceSource } from "../payment/quote.ts";
import { apply, type EventData, toConfirmedData } from "./apply.ts";
import type { Queryable } from "./database.ts";
import { toBytes, toHex } from "./hex.ts";
import { OPTION_COLUMNS, optionPlaces, optionValues } from "./option-columns.ts";

/**
 * Transactions kept of one account for one payment: a wallet offers a few assets, at a price that changes. Who asks for more must
 * confirm. Not of the payment: then anybody who knows it could use up what its buyer needs.
 */
const OF_ACCOUNT_MAX = 100;
/** After its deadline no block takes the transaction any more; a watcher that was down may come to it later. */
const KEPT_AFTER_DEADLINE_S = 24 * 3600;
const FORGET_MAX = 10_000;

const COLUMNS = `${OPTION_COLUMNS}, required_depth`;

const REMEMBER = `
  insert into intents (terms_hash, payment_id, partner_id, required_depth, needs_data, ${OPTION_COLUMNS})
  select $1, $2, $3, $4, $5, ${optionPlaces(8)}
   where (select count(*) from intents where payment_id = $2 and chain = $6 and payer = $7) < ${OF_ACCOUNT_MAX}
  on conflict do nothing`;

/** The intent that the transfer `t` pays, where all is there that a confirm would need. */
export const INTENT_OF_TRANSFER = `
  select from intents i
   where i.terms_hash = t.terms_hash and i.payment_id = t.payment_id
     and (not i.needs_data or exists (select from buyer_data b where b.payment_id = i.payment_id
                                         and b.partner_id = i.partner_id and b.account = i.chain || ':' || i.payer))`;

const CONFIRM = `
  insert into confirmations (payment_id, partner_id, terms_hash, ${COLUMNS}, transaction_hash, relay_state)
  select i.payment_id, i.partner_id, i.terms_hash, ${COLUMNS}, paid.tx_hash, 'external'
    from unnest($1::bytea[], $2::bytea[]) as paid(terms_hash, tx_hash) join intents i using (terms_hash)
   where i.payment_id = any($3)`;

export function createIntentStore(db: Queryable) {
  return {
    async remember(paymentId: string, partnerId: string, intent: Intent): Promise<void> {
      const { option, termsHash, requiredDepth, needsData } = intent;
      const { chain, payer } = option.terms;
      const own = [toBytes(termsHash), paymentId, partnerId, requiredDepth, needsData, chain, payer];
      await db.query({ name: "remember_intent", text: REMEMBER, values: [...own, ...optionValues(option)] });
    },

    async forgetOld(): Promise<{ readonly hasMore: boolean }> {
      const { rowCount } = await db.query({
        text: `delete from intents where terms_hash in (
                 select terms_hash from intents where deadline_s < extract(epoch from now()) - $1
                  order by deadline_s limit ${FORGET_MAX})`,
        values: [KEPT_AFTER_DEADLINE_S],
      });
      return { hasMore: rowCount === FORGET_MAX };
    },
  };
}

/** A transfer in the chain with the terms of an intent, whose payment nobody has confirmed. */
export interface IntendedTransfer {
  readonly payment_id: string;
  readonly terms_hash: Buffer;
  readonly tx_hash: Buffer;
}

/**
 * Confirms payments by the transactions that were seen. One that a wallet confirms, a buyer cancels or the clock ends at the same
 * time is the first's: `apply` decides.
 * @returns how many were confirmed
 */
export async function confirmIntended(tx: Queryable, transfers: readonly IntendedTransfer[]): Promise<number> {
  // Several intents of one payment may have been paid: the first in chain order is its payment.
  const first = new Map(transfers.toReversed().map((transfer) => [transfer.payment_id, transfer]));
  if (first.size === 0) return 0;
  const kept = await readKept(tx, [...first.values()]);
  const items = [...first.values()].map(({ payment_id, terms_hash, tx_hash }) => ({
    paymentId: payment_id,
    data: { ...kept.get(toHex(terms_hash)), termsHash: toHex(terms_hash), txHash: toHex(tx_hash) },
  }));
  const moved = await apply(tx, { type: "confirmed" }, items);
  await tx.query({
    name: "confirm_intended",
    text: CONFIRM,
    values: [
      [...first.values()].map(({ terms_hash }) => terms_hash),
      [...first.values()].map(({ tx_hash }) => tx_hash),
      moved.map(({ id }) => id),
    ],
  });
  return moved.length;
}

interface KeptRow {
  readonly terms_hash: Buffer;
  readonly asset: string;
  readonly payer: string;
  readonly amount: bigint;
  readonly quote_sources: readonly PriceSource[];
}

/** What the event of a confirm tells of its option, by the hash of the terms. */
async function readKept(tx: Queryable, transfers: readonly IntendedTransfer[]): Promise<ReadonlyMap<Hex, EventData>> {
  const { rows } = await tx.query<KeptRow>({
    name: "intents_kept",
    text: "select terms_hash, asset, payer, amount, quote_sources from intents where terms_hash = any($1)",
    values: [transfers.map(({ terms_hash }) => terms_hash)],
  });
  return new Map(
    rows.map(({ terms_hash, asset, payer, amount, quote_sources }) => [
      toHex(terms_hash),
      toConfirmedData({ asset, payer, amount, quoteSources: quote_sources }),
    ]),
  );
}
