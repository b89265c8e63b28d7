// A transfer as one row.
import { getAddress } from "viem";
import type { BookedTransfer } from "../payment/books.ts";
import type { SeenTransfer } from "../payment/credit.ts";
import { toHex } from "./hex.ts";

/** Of a row of `transfers` by the name of `t`. */
export const TRANSFER_COLUMNS = `
  t.tx_hash, t.log_index, t.block_number, t.terms_hash, t.asset, t.token, t.payer, t.amount, t.destination, t.fee, t.state,
  t.payment_id, t.orphaned_at is not null as is_orphaned`;

export interface TransferRow {
  tx_hash: Buffer;
  log_index: number;
  block_number: bigint;
  terms_hash: Buffer;
  asset: string;
  token: string;
  payer: string;
  amount: bigint;
  destination: string;
  fee: bigint;
  state: BookedTransfer["state"];
  payment_id: string | null;
  is_orphaned: boolean;
}

export const toSeen = (row: Omit<TransferRow, "state" | "is_orphaned">): SeenTransfer => ({
  blockNumber: row.block_number,
  termsHash: toHex(row.terms_hash),
  asset: row.asset,
  token: getAddress(row.token),
  payer: getAddress(row.payer),
  amount: row.amount,
  destination: getAddress(row.destination),
  fee: row.fee,
});

export const toTransfer = (row: TransferRow): BookedTransfer => ({
  ...toSeen(row),
  txHash: toHex(row.tx_hash),
  logIndex: row.log_index,
  state: row.state,
  paymentId: row.payment_id,
  isOrphaned: row.is_orphaned,
});
