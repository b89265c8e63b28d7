// The deposits that sweeps passed on.
import { getAddress } from "viem";
import type { DepositsBehind, WaitingTransfer } from "../../operations/ports/ledger.ts";
import type { DepositEvent } from "../../payment/transfers/deposit-event.ts";
import type { Queryable } from "../database/database.ts";
import { toHex } from "../database/hex.ts";
import { isOfAddress, isSweepOf } from "./booked.ts";

/** Deposits of an address that are asked about: a large amount does not come in small parts. */
const DEPOSITS_MAX = 100;

/** Whether the event `e` was before the sweep `t`, on its chain, and of its token. */
const isBefore = (e: string): string => `
  ${e}.chain = t.chain and ${e}.token = t.token and ${e}.orphaned_at is null
  and (${e}.block_number, ${e}.log_index) < (t.block_number, t.log_index)`;

/** What came to the address of the sweep `t` before it. */
const CAME = `coalesce((select sum(d.amount) from deposits d where ${isOfAddress("d", "t.payer")} and ${isBefore("d")}), 0)`;

/** What had been passed on from there. A sweep that is undecided yet may be invented. */
const PASSED_ON = `(
  coalesce((select sum(o.amount) from transfers o where ${isSweepOf("o", "t.payer")}
               and o.state in ('credited', 'exception') and ${isBefore("o")}), 0)
  + coalesce((select sum(r.amount) from recoveries r where ${isOfAddress("r", "t.payer")} and ${isBefore("r")}), 0))`;

/** SQL of what lay on the address of the sweep `t` before it. */
export const LAY_BEFORE = `(${CAME} - ${PASSED_ON})`;

const BEHIND = `
  select t.id, t.payer, ${PASSED_ON} as passed_on, d.*
    from transfers t
   cross join lateral (
     select tx_hash, log_index, block_number, block_hash, token, sender, amount from deposits d
      where ${isOfAddress("d", "t.payer")} and ${isBefore("d")} order by amount desc limit ${DEPOSITS_MAX}) d
   where t.chain = $1 and t.id = any($2) and t.method = 'deposit'
   order by t.id, d.amount desc`;

interface BehindRow {
  readonly id: bigint;
  readonly payer: string;
  readonly passed_on: bigint;
  readonly tx_hash: Buffer;
  readonly log_index: number;
  readonly block_number: bigint;
  readonly block_hash: Buffer;
  readonly token: string;
  readonly sender: string;
  readonly amount: bigint;
}

export async function depositsBehind(
  db: Queryable,
  chain: string,
  sweeps: readonly Pick<WaitingTransfer, "id">[],
): Promise<DepositsBehind> {
  const { rows } = await db.query<BehindRow>({
    name: "deposits_behind",
    text: BEHIND,
    values: [chain, sweeps.map(({ id }) => id)],
  });
  const behind = new Map<bigint, { readonly deposits: DepositEvent[]; readonly passedOn: bigint }>();
  for (const row of rows) {
    const known = behind.get(row.id) ?? { deposits: [], passedOn: row.passed_on };
    known.deposits.push(toEvent(row));
    behind.set(row.id, known);
  }
  return behind;
}

const toEvent = (row: BehindRow): DepositEvent => ({
  txHash: toHex(row.tx_hash),
  logIndex: row.log_index,
  blockNumber: row.block_number,
  blockHash: toHex(row.block_hash),
  token: getAddress(row.token),
  sender: getAddress(row.sender),
  address: getAddress(row.payer),
  amount: row.amount,
});
