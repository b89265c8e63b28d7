// The payments as the checks read them, and what they must be: amount, destination and depth of the transfer.
import type { Hex } from "viem";
import { TAG_DEPTHS } from "./chain/node.ts";
import type { PaidTerms } from "./chain/state.ts";
import { DESTINATION, POLICY } from "./scene.ts";
import type { Order } from "./shop.ts";

const UNITS_PER_CENT = 10_000n;

/** @param ofAddress the amount of its deposit address, which is less by a tolerance */
export const isAsAsked = (
  { cents }: Order,
  ofAddress: bigint | undefined,
  { amount, destination, payer }: PaidTerms,
): boolean =>
  amount === (ofAddress ?? BigInt(cents) * UNITS_PER_CENT) && destination === DESTINATION && payer !== DESTINATION;

/** The depth that the policy requires of a payment. */
export function depthFor(cents: number): number {
  const step = POLICY.filter(({ from }) => cents >= Number(from) * 100).at(-1);
  const finality = step && "finality" in step ? (TAG_DEPTHS[step.finality] ?? 0) + 1 : 0;
  return Math.max(step?.blocks ?? 1, finality);
}

export interface Row {
  readonly id: string;
  readonly status: string;
  readonly relay_state: string | null;
  readonly deadline_s: bigint | null;
  readonly terms_hash: Hex | null;
  readonly credited: Hex | null;
  readonly method: string | null;
  readonly amount: bigint | null;
  /** The same in every row: a batch that exceeds what nodes take. */
  readonly oversized: bigint | null;
  /** The same in every row: the newest batch. */
  readonly newest_batch: bigint | null;
}

export const ROWS = `
  select p.id, p.status, c.relay_state, c.deadline_s, '0x' || encode(c.terms_hash, 'hex') as terms_hash, c.method,
         c.amount,
         (select '0x' || encode(t.terms_hash, 'hex') from transfers t
           where t.payment_id = p.id and t.state = 'credited') as credited,
         (select id from relay_batches where gas_limit > 16777216 or octet_length(data) > 131072 limit 1) as oversized,
         (select max(id) from relay_batches) as newest_batch
    from payments p left join confirmations c on c.payment_id = p.id`;
