// Locks payments to their confirmed options. The transition, its event, the confirmation and both notifications are one
// statement and one commit, which concurrent confirms share.
import type { NewConfirmation } from "../../operations/gateway/confirm-payment.ts";
import { transferOf } from "../../payment/transfers/transfer-authorization.ts";
import { replaceBuyerData } from "../buyer-data/buyer-data.ts";
import type { Database, Queryable } from "../database/database.ts";
import { toBytes } from "../database/hex.ts";
import { shareStatement } from "../database/shared-statement.ts";
import { type Addition, apply, toConfirmedData } from "./apply.ts";
import { OPTION_COLUMNS, optionArrays, optionTypes } from "./option-columns.ts";
import { hasLimit, lockLinkOf, newTurns } from "./taken-uses.ts";

/** Channel that wakes the workers of a chain when a payment may follow; the payload is the CAIP-2 chain. */
export const RELAY_CHANNEL = "turnpike_relay";

export interface Confirm {
  readonly paymentId: string;
  readonly confirmation: NewConfirmation;
}

/** Column types of `given`, whose arrays begin at $9. The columns of an option follow. */
const GIVEN = {
  payment_id: "text",
  terms_hash: "bytea",
  results_digest: "bytea",
  provider_name: "text",
  signature: "bytea",
  required_depth: "integer",
  relay_state: "text",
  transaction_hash: "bytea",
  payer_balance: "numeric",
  authorizer: "text",
} as const;

const GIVEN_COLUMNS = Object.keys(GIVEN);
const GIVEN_TYPES = [...Object.values(GIVEN), ...optionTypes];
const GIVEN_ROWS = `unnest(${GIVEN_TYPES.map((type, index) => `(select $${9 + index}::${type}[])`).join(", ")})
  as given(${GIVEN_COLUMNS.join(", ")}, ${OPTION_COLUMNS})`;

const COLUMNS = `terms_hash, results_digest, provider_name, signature, required_depth, relay_state, transaction_hash,
                 authorizer, ${OPTION_COLUMNS}`;

const INSERT = `
  insert into confirmations (payment_id, partner_id, ${COLUMNS})
  select moved.id, moved.partner_id, ${COLUMNS} from moved join ${GIVEN_ROWS} on given.payment_id = moved.id`;

/**
 * The confirms that their payers' balances cover. Every statement locks payers before payments, which rules out
 * deadlocks.
 */
const COVERED = `
  covered as materialized (
    select covered_payments(array_agg(payment_id), array_agg(chain), array_agg(token), array_agg(payer),
                            array_agg(amount), array_agg(payer_balance)) as id
      from ${GIVEN_ROWS}
  )`;
const IS_COVERED = "p.id in (select id from covered)";

/** Skips locked payments, which would delay all others in a shared statement. */
const IS_FREE = `
  p.id in (select f.id from unnest((select $1::text[])) as asked(id) join payments f on f.id = asked.id
            where (select count(*) from covered) > 0 for update of f skip locked)`;

const CONDITIONS = { shared: `${IS_FREE} and ${IS_COVERED}`, alone: IS_COVERED };

/** @returns false, with nothing written, if the payment is not open, its payer does not cover it, or no use is left */
export function createPaymentConfirmer(
  db: Database,
): (paymentId: string, confirmation: NewConfirmation) => Promise<boolean> {
  const confirm = shareStatement<Confirm, boolean>({
    async together(confirms) {
      const moved = await confirmAll(db, confirms, "shared");
      // A payment that was left out may have been locked. It is confirmed alone, so that only its own request waits.
      return confirms.map((one) => moved.has(one.paymentId) || confirmAlone(db, one));
    },
    alone: (one) => confirmAlone(db, one),
    // Only one confirm of a payment wins, and the payments of one payer are checked one after the other.
    keysOf: ({ paymentId, confirmation }) => [paymentId, confirmation.option.terms.payer],
  });
  const inTurn = newTurns(2, "Too many buyers pay by this link: repeat the confirm");
  return async (paymentId, confirmation) => {
    const one = { paymentId, confirmation };
    const { linkId, buyerData } = confirmation;
    if (linkId !== null && (await hasLimit(db, linkId)))
      return inTurn.run(linkId, () =>
        db.transaction(async (tx) => !(await lockLinkOf(tx, paymentId)) && confirmWithData(tx, one)),
      );
    return buyerData ? db.transaction((tx) => confirmWithData(tx, one)) : confirm(one);
  };
}

async function confirmAlone(db: Queryable, confirm: Confirm): Promise<boolean> {
  return (await confirmAll(db, [confirm], "alone")).size > 0;
}

async function confirmWithData(tx: Queryable, confirm: Confirm): Promise<boolean> {
  const moved = (await confirmAll(tx, [confirm], "alone")).get(confirm.paymentId);
  const { buyerData } = confirm.confirmation;
  if (moved && buyerData) await replaceBuyerData(tx, moved.partner_id, buyerData);
  return moved !== undefined;
}

/** The confirmed payments, by id. */
export async function confirmAll(db: Queryable, confirms: readonly Confirm[], mode: keyof typeof CONDITIONS) {
  const items = confirms.map(({ paymentId, confirmation: { option, termsHash } }) => ({
    paymentId,
    data: { ...toConfirmedData({ ...option, ...option.terms }), termsHash },
  }));
  const moved = await apply(db, { type: "confirmed" }, items, additionOf(confirms, mode));
  return new Map(moved.map((payment) => [payment.id, payment]));
}

/** Who authorised the transfer to a deposit address. */
const authorizerOf = ({ option, proof }: NewConfirmation): string | null =>
  option.method === "deposit" && proof.type === "signature" ? (transferOf({ option, ...proof })?.from ?? null) : null;

function additionOf(confirms: readonly Confirm[], mode: keyof typeof CONDITIONS): Addition {
  const column = <Value>(of: (confirmation: NewConfirmation) => Value): Value[] =>
    confirms.map(({ confirmation }) => of(confirmation));
  const signed = column(({ proof }) => (proof.type === "signature" ? toBytes(proof.signature) : null));
  const sent = column(({ proof }) => (proof.type === "transaction" ? toBytes(proof.hash) : null));
  return {
    name: mode === "shared" ? "confirm_payments" : "confirm_payment",
    before: COVERED,
    onlyIf: CONDITIONS[mode],
    insert: INSERT,
    wake: `count(pg_notify('${RELAY_CHANNEL}', chain))`,
    values: [
      confirms.map(({ paymentId }) => paymentId),
      column(({ termsHash }) => toBytes(termsHash)),
      column(({ resultsDigest }) => toBytes(resultsDigest)),
      column(({ providerName }) => providerName),
      signed,
      column(({ requiredDepth }) => requiredDepth),
      column(({ relay }) => relay),
      sent,
      column(({ payerBalance }) => payerBalance),
      column(authorizerOf),
      ...optionArrays(column(({ option }) => option)),
    ],
  };
}
