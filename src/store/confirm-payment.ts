// Locks a payment to its confirmed option. The transition, its event, the confirmation and both notifications are one
// statement, so a confirm costs one round trip and one commit.
import type { NewConfirmation } from "../operations/confirm-payment.ts";
import type { Option } from "../payment/option.ts";
import { type Addition, apply, toConfirmedData } from "./apply.ts";
import { replaceBuyerData } from "./buyer-data.ts";
import type { Database } from "./database.ts";
import { toBytes } from "./hex.ts";
import { OPTION_COLUMN_COUNT, OPTION_COLUMNS, optionPlaces, optionValues } from "./option-columns.ts";

/** Channel that wakes the workers of a chain when a payment may follow; the payload is the CAIP-2 chain. */
export const RELAY_CHANNEL = "turnpike_relay";

// The parameters of an addition start at $9.
const INSERT = `
  insert into confirmations (payment_id, partner_id, terms_hash, results_digest, provider_name, signature,
                             required_depth, relay_state, transaction_hash, ${OPTION_COLUMNS})
  select id, partner_id, $9::bytea, $10::bytea, $11, $12::bytea, $13::integer, $14, $15::bytea, ${optionPlaces(16)}
    from moved`;

const COVER_PLACE = 16 + OPTION_COLUMN_COUNT;
const [CHAIN, TOKEN, PAYER, AMOUNT, BALANCE] = [0, 1, 2, 3, 4].map((place) => `$${COVER_PLACE + place}`);
const IS_COVERED = `is_covered(${CHAIN}, ${TOKEN}, ${PAYER}, ${AMOUNT}::numeric, ${BALANCE}::numeric)`;

/** False, with nothing written, if the payment is no longer open or the payer's balance does not cover it. */
export async function confirmPayment(db: Database, paymentId: string, confirmation: NewConfirmation): Promise<boolean> {
  const { option, termsHash, buyerData } = confirmation;
  const data = { ...toConfirmedData({ ...option, ...option.terms }), termsHash };
  const items = [{ paymentId, data }];
  if (!buyerData) return (await apply(db, { type: "confirmed" }, items, additionOf(confirmation))).length > 0;
  return db.transaction(async (tx) => {
    const [moved] = await apply(tx, { type: "confirmed" }, items, additionOf(confirmation));
    if (moved) await replaceBuyerData(tx, moved.partner_id, buyerData);
    return moved !== undefined;
  });
}

const additionOf = ({ option, termsHash, proof, payerBalance, ...confirmation }: NewConfirmation): Addition => ({
  name: payerBalance === null ? "confirm_payment" : "confirm_covered_payment",
  ...(payerBalance !== null && { onlyIf: IS_COVERED }),
  insert: INSERT,
  wake: `pg_notify('${RELAY_CHANNEL}', chain)`,
  values: [
    toBytes(termsHash),
    toBytes(confirmation.resultsDigest),
    confirmation.providerName,
    proof.type === "signature" ? toBytes(proof.signature) : null,
    confirmation.requiredDepth,
    confirmation.relay,
    proof.type === "transaction" ? toBytes(proof.hash) : null,
    ...optionValues(option),
    ...(payerBalance === null ? [] : coverOf(option, payerBalance)),
  ],
});

const coverOf = ({ terms: { chain, token, payer, amount } }: Option, balance: bigint): readonly unknown[] => [
  chain,
  token,
  payer,
  amount,
  balance,
];
