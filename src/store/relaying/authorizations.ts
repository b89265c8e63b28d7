// The signed payments of the relayer's queue.
import type { Authorization } from "../../operations/ports/chain/payment-chain.ts";
import { toHex } from "../database/hex.ts";
import { OPTION_SELECT, type OptionRow, toOption } from "../payments/option-columns.ts";

export interface QueuedRow extends OptionRow {
  payment_id: string;
  created_at_s: bigint;
  /** Null if the buyer pays by transaction; such a payment is never queued. */
  signature: Buffer | null;
  payer_code: boolean;
  relay_attempts: number;
  /** The mined batch that left the payment out; null: none. */
  batch_id: bigint | null;
}

export const AUTHORIZATION_COLUMNS = `
  c.payment_id, floor(extract(epoch from p.created_at))::bigint as created_at_s, c.signature, c.payer_code,
  c.relay_attempts, c.batch_id, ${OPTION_SELECT}`;

export const AUTHORIZATION_TABLES = `
  confirmations c join payments p on p.id = c.payment_id and p.partner_id = c.partner_id`;

export function toAuthorization(row: QueuedRow): Authorization {
  if (!row.signature) throw new Error(`the payment ${row.payment_id} has no signature to relay`);
  return { option: toOption(row), signature: toHex(row.signature), payerHasCode: row.payer_code };
}
