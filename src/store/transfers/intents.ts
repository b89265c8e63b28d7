// Transactions handed to buyers' wallets. A wallet may send one and never confirm; when a transfer with its terms is
// seen, the payment is confirmed with the data stored here.
import type { Hex } from "viem";
import type { ResolveBuildPorts } from "../../operations/gateway/resolve-build.ts";
import type { Intent, WaitingTransfer } from "../../operations/ports/ledger.ts";
import type { PriceSource } from "../../payment/quote.ts";
import type { ConfirmedTerms } from "../../payment/transfers/credit.ts";
import type { Queryable } from "../database/database.ts";
import { toBytes, toHex } from "../database/hex.ts";
import { refuseFullLink } from "../payment-links/full-link.ts";
import { apply, type EventData, toConfirmedData } from "../payments/apply.ts";
import { RELAY_CHANNEL } from "../payments/confirm-payment.ts";
import { OPTION_COLUMNS, optionPlaces, optionValues } from "../payments/option-columns.ts";

/**
 * Transactions stored per account and payment: a wallet offers a few assets, at a changing price. Beyond this, the
 * wallet must confirm. The limit is not per payment, because anyone who knows the id could use it up.
 */
const OF_ACCOUNT_MAX = 100;
/** No block accepts the transaction after its deadline, but a watcher that was down may report it later. */
const KEPT_AFTER_DEADLINE_S = 24 * 3600;
const FORGET_MAX = 10_000;

const COLUMNS = `${OPTION_COLUMNS}, required_depth`;

const REMEMBER = `
  insert into intents (terms_hash, payment_id, partner_id, required_depth, needs_data, ${OPTION_COLUMNS})
  select $1, $2, $3, $4, $5, ${optionPlaces(8)}
   where (select count(*) from intents where payment_id = $2 and chain = $6 and payer = $7) < ${OF_ACCOUNT_MAX}
  on conflict do nothing
  returning pg_notify('${RELAY_CHANNEL}', chain)`;

/** The intent that the transfer `t` pays, if the intent has everything that a confirm needs. */
export const INTENT_OF_TRANSFER = `
  select from intents i
   where i.terms_hash = t.terms_hash and i.payment_id = t.payment_id
     and (not i.needs_data or exists (select from buyer_data b where b.payment_id = i.payment_id
                                         and b.partner_id = i.partner_id and b.account = i.chain || ':' || i.payer))`;

const CONFIRM = `
  insert into confirmations (payment_id, partner_id, terms_hash, ${COLUMNS}, transaction_hash, relay_state)
  select i.payment_id, i.partner_id, i.terms_hash, ${COLUMNS}, paid.tx_hash, 'external'
    from unnest($1::bytea[], $2::bytea[]) as paid(terms_hash, tx_hash) join intents i using (terms_hash)
   where i.payment_id = any($3)
  returning payment_id, terms_hash, required_depth, asset, amount, fee`;

export type IntentStore = ResolveBuildPorts["intents"] & {
  /** Deletes intents of ended or confirmed payments a day after their deadline, at most a page. */
  forgetOld(): Promise<{ readonly hasMore: boolean }>;
};

export function createIntentStore(db: Queryable): IntentStore {
  return {
    async remember(paymentId, partnerId, intent) {
      await refuseFullLink(db, paymentId, { locks: false }); // a transaction cannot be revoked
      await rememberIntent(db, paymentId, partnerId, intent);
    },

    async forgetOld() {
      const { rowCount } = await db.query({
        text: `delete from intents where terms_hash in (
                 select terms_hash from intents i where deadline_s < extract(epoch from now()) - $1
                    and not exists (select from payments p where p.id = i.payment_id and p.partner_id = i.partner_id
                                       and p.status = 'requires_action')
                  order by deadline_s limit ${FORGET_MAX})`,
        values: [KEPT_AFTER_DEADLINE_S],
      });
      return { hasMore: rowCount === FORGET_MAX };
    },
  };
}

/** @returns false if the intent is already stored, or the payer's limit is reached */
export async function rememberIntent(
  db: Queryable,
  paymentId: string,
  partnerId: string,
  { option, termsHash, requiredDepth, needsData }: Intent,
): Promise<boolean> {
  const { chain, payer } = option.terms;
  const own = [toBytes(termsHash), paymentId, partnerId, requiredDepth, needsData, chain, payer];
  const values = [...own, ...optionValues(option)];
  return (await db.query({ name: "remember_intent", text: REMEMBER, values })).rowCount === 1;
}

interface ConfirmedRow {
  readonly payment_id: string;
  readonly terms_hash: Buffer;
  readonly required_depth: number;
  readonly asset: string;
  readonly amount: bigint;
  readonly fee: bigint;
}

/** @returns the confirmed terms by payment id; payments that were no longer open are left out */
export async function confirmHandedOut(
  tx: Queryable,
  transfers: readonly WaitingTransfer[],
): Promise<ReadonlyMap<string, ConfirmedTerms>> {
  if (transfers.length === 0) return new Map();
  const kept = await readKept(tx, transfers);
  const items = transfers.map(({ paymentId, termsHash, txHash, blockTimeS }) => ({
    paymentId: paymentId ?? "",
    data: { ...kept.get(termsHash), termsHash, txHash },
    atS: blockTimeS,
  }));
  const moved = await apply(tx, { type: "confirmed" }, items);
  const { rows } = await tx.query<ConfirmedRow>({
    name: "confirm_intended",
    text: CONFIRM,
    values: [
      transfers.map(({ termsHash }) => toBytes(termsHash)),
      transfers.map(({ txHash }) => toBytes(txHash)),
      moved.map(({ id }) => id),
    ],
  });
  return new Map(
    rows.map(({ payment_id, terms_hash, required_depth, asset, amount, fee }) => [
      payment_id,
      { termsHash: toHex(terms_hash), requiredDepth: required_depth, asset, amount, fee },
    ]),
  );
}

interface KeptRow {
  readonly terms_hash: Buffer;
  readonly asset: string;
  readonly payer: string;
  readonly amount: bigint;
  readonly quote_sources: readonly PriceSource[];
}

/** The facts about an option for its confirm's event, by the hash of the terms. */
async function readKept(tx: Queryable, transfers: readonly WaitingTransfer[]): Promise<ReadonlyMap<Hex, EventData>> {
  const { rows } = await tx.query<KeptRow>({
    name: "intents_kept",
    text: "select terms_hash, asset, payer, amount, quote_sources from intents where terms_hash = any($1)",
    values: [transfers.map(({ termsHash }) => toBytes(termsHash))],
  });
  return new Map(
    rows.map(({ terms_hash, asset, payer, amount, quote_sources }) => [
      toHex(terms_hash),
      toConfirmedData({ asset, payer, amount, quoteSources: quote_sources }),
    ]),
  );
}
