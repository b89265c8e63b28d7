// The deposit addresses of a payment with the transfers to them, as one JSON value of its row or of its event.
import { type Address, getAddress, type Hex } from "viem";
import type { DepositStatus, ShownDeposits } from "../../payment/deposit.ts";

/** The most transfers shown of one address, so that an event stays below 20 KB. Strangers can make any number. */
const TRANSFERS_MAX = 50;

/** Whether the deposit `d` is of the address's token, on its chain, and no dust. @param a alias of the address */
export const counts = (a: string): string =>
  `d.terms_hash = ${a}.terms_hash and d.chain = ${a}.chain and d.token = ${a}.token and d.amount >= ${a}.minimum`;

/** Null if the payment has no address. @param payment SQL of its id */
export const shownDeposits = (payment: string): string => `(
  select jsonb_agg(jsonb_build_object('asset', a.asset, 'address', a.payer, 'asked', a.asked::text,
                                      'received', coalesce(sent.received, 0)::text, 'transactions', sent.transfers)
                   order by a.created_at, a.asset)
    from deposit_addresses a cross join lateral (
      select sum(d.amount) filter (where d.orphaned_at is null) as received,
             coalesce(jsonb_agg(jsonb_build_object(
               'hash', '0x' || encode(d.tx_hash, 'hex'), 'from', d.sender, 'value', d.amount::text,
               'status', case when d.orphaned_at is not null then 'orphaned'
                              when d.head - d.block_number + 1 >= a.required_depth then 'confirmed' else 'pending' end)
               order by d.block_number, d.log_index) filter (where d.newest <= ${TRANSFERS_MAX}), '[]') as transfers
        from (
          select d.*, row_number() over (order by d.block_number desc, d.log_index desc) as newest,
                 (select max(b.number) from chain_blocks b where b.chain = a.chain) as head
            from deposits d where ${counts("a")}) d
    ) sent
   where a.payment_id = ${payment})`;

/**
 * What the credited sweep `t` of the confirmation `c` brought, up to what was asked for: the router pays the terms'
 * amount, and recovers the rest in the same transaction. Null if no deposit paid.
 */
export const SWEPT = `(
  select least(a.asked, t.amount + coalesce((
           select sum(r.amount) from recoveries r
            where r.terms_hash = a.terms_hash and r.chain = t.chain and r.tx_hash = t.tx_hash
              and r.token = a.token), 0))
    from deposit_addresses a where c.method = 'deposit' and a.terms_hash = c.terms_hash)`;

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
