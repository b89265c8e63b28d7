// Locks a payment to what its buyer has signed: the transition, its event, the confirmation and both wake-ups are one
// statement, so that a confirm costs one round trip and one commit.
import type { NewConfirmation } from "../operations/confirm-payment.ts";
import { type Addition, apply, toConfirmedData } from "./apply.ts";
import { replaceBuyerData } from "./buyer-data.ts";
import type { Database } from "./database.ts";
import { toBytes } from "./hex.ts";

/** Channel that wakes the relayer; the payload is the CAIP-2 chain. */
export const RELAY_CHANNEL = "turnpike_relay";

// The values are texts until the columns say what they are, as in an insert of values.
const INSERT = `
  insert into confirmations (payment_id, partner_id, terms_hash, results_digest, provider_name, asset, method, pays_out,
                             quote_expires_at_s, chain, router, token, payer, amount, destination, fee, fee_receiver,
                             deadline_s, signature, required_depth, relay_state, fee_ppm, fee_fixed, transaction_hash,
                             quote_sources)
  select id, partner_id, $9::bytea, $10::bytea, $11, $12, $13, $14, $15::bigint, $16, $17, $18, $19, $20::numeric, $21,
         $22::numeric, $23, $24::bigint, $25::bytea, $26::integer, $27, $28::bigint, $29::bigint, $30::bytea, $31::jsonb
    from moved`;

/** False, and nothing written, where the payment is not open any more. */
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

function additionOf({ option, termsHash, proof, ...confirmation }: NewConfirmation): Addition {
  const { terms } = option;
  return {
    name: "confirm_payment",
    insert: INSERT,
    wake: `pg_notify('${RELAY_CHANNEL}', chain)`,
    values: [
      toBytes(termsHash),
      toBytes(confirmation.resultsDigest),
      confirmation.providerName,
      option.asset,
      option.method,
      option.paysOut,
      option.quoteExpiresAtS,
      terms.chain,
      terms.router,
      terms.token,
      terms.payer,
      terms.amount,
      terms.destination,
      terms.fee,
      terms.feeReceiver,
      terms.deadlineS,
      proof.type === "signature" ? toBytes(proof.signature) : null,
      confirmation.requiredDepth,
      confirmation.relay,
      option.feePpm,
      option.feeFixed,
      proof.type === "transaction" ? toBytes(proof.hash) : null,
      JSON.stringify(option.quoteSources),
    ],
  };
}
