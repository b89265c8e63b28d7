// A transfer as one row.
import { getAddress } from "viem";
import type { ReportedTransfer } from "../../payment/transfers/exception.ts";
import type { BookedTransfer, Transfer, TransferMethod, TransferState } from "../../payment/transfers/transfer.ts";
import { toHex } from "../database/hex.ts";

/** The columns of a row of `transfers` aliased `t`. */
export const TRANSFER_COLUMNS = `
  t.tx_hash, t.log_index, t.block_number, t.terms_hash, t.asset, t.token, t.payer, t.amount, t.destination, t.fee,
  t.fee_receiver, t.deadline_s, t.method, t.state, t.payment_id, t.orphaned_at is not null as is_orphaned`;

export interface TransferRow {
  readonly tx_hash: Buffer;
  readonly log_index: number;
  readonly block_number: bigint;
  readonly terms_hash: Buffer;
  readonly asset: string;
  readonly token: string;
  readonly payer: string;
  readonly amount: bigint;
  readonly destination: string;
  readonly fee: bigint;
  readonly fee_receiver: string;
  readonly deadline_s: bigint;
  readonly method: TransferMethod;
  readonly state: TransferState;
  readonly payment_id: string | null;
  readonly is_orphaned: boolean;
}

export const toTransfer = (row: Omit<TransferRow, "state" | "is_orphaned">): Transfer => ({
  txHash: toHex(row.tx_hash),
  logIndex: row.log_index,
  blockNumber: row.block_number,
  termsHash: toHex(row.terms_hash),
  asset: row.asset,
  token: getAddress(row.token),
  payer: getAddress(row.payer),
  amount: row.amount,
  destination: getAddress(row.destination),
  fee: row.fee,
  feeReceiver: getAddress(row.fee_receiver),
  deadlineS: row.deadline_s,
  method: row.method,
});

export const toBooked = (row: TransferRow): BookedTransfer => ({
  ...toTransfer(row),
  state: row.state,
  paymentId: row.payment_id,
  isOrphaned: row.is_orphaned,
});

/** The columns of a transfer that an exception records. */
export const REPORTED_COLUMNS = "tx_hash, log_index, asset, amount, fee, payment_id, partner_id";

export interface ReportedRow
  extends Pick<TransferRow, "tx_hash" | "log_index" | "asset" | "amount" | "fee" | "payment_id"> {
  readonly partner_id: string | null;
}

export const toReported = (row: ReportedRow): ReportedTransfer => ({
  txHash: toHex(row.tx_hash),
  logIndex: row.log_index,
  asset: row.asset,
  amount: row.amount,
  fee: row.fee,
  paymentId: row.payment_id,
  partnerId: row.partner_id,
});
