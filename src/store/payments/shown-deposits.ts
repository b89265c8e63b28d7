// The deposit addresses of a payment with the transfers to them, as one JSON value of its row or of its event.
import { type Address, getAddress, type Hex } from "viem";
import type { DepositStatus, ShownDeposits } from "../../payment/deposit.ts";

/** Whether the deposit `d` is of the address's token, on its chain, and no dust. @param a alias of the address */
export const counts = (a: string): string =>
  `d.terms_hash = ${a}.terms_hash and d.chain = ${a}.chain and d.token = ${a}.token and d.amount >= ${a}.minimum`;

/** Null if the payment has no address. @param payment SQL of its id */
export const shownDeposits = (payment: string): string =>
  `case when exists (select from deposit_addresses where payment_id = ${payment}) then shown_deposits(${payment}) end`;

/** What the credited sweep `t` of the confirmation `c` brought. Null if no deposit paid. */
export const SWEPT =
  "case when c.method = 'deposit' then swept_deposits(c.terms_hash, t.chain, t.tx_hash, t.amount) end";

/** What `shownDeposits` selects. */
export interface StoredDeposits {
  readonly asset: string;
  readonly address: Address;
  readonly asked: string;
  readonly received: string;
  readonly transactions: readonly StoredTransfer[];
}

interface StoredTransfer {
  readonly hash: Hex;
  readonly from: Address;
  readonly value: string;
  readonly status: DepositStatus;
}

export const toShownDeposits = (stored: readonly StoredDeposits[] | null): readonly ShownDeposits[] =>
  (stored ?? []).map(({ asset, address, asked, received, transactions }) => ({
    asset,
    address: getAddress(address),
    asked: BigInt(asked),
    received: BigInt(received),
    deposits: transactions.map(({ hash, from, value, status }) => ({
      txHash: hash,
      from: getAddress(from),
      amount: BigInt(value),
      status,
    })),
  }));
