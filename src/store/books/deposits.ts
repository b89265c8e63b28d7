// Deposits as reconcile compares them with the chains.
import { getAddress, zeroAddress } from "viem";
import type { BooksStore } from "../../operations/ports/books.ts";
import type { Database } from "../database/database.ts";
import { toBytes, toHex } from "../database/hex.ts";
import { bookedAt } from "../deposits/booked.ts";

const CAME = "d.chain = $1 and d.block_number <= $2 and d.orphaned_at is null";
const SWEPT = "t.chain = $1 and t.block_number <= $2 and t.method = 'deposit' and t.orphaned_at is null";
const RECOVERED = "r.chain = $1 and r.block_number <= $2 and r.orphaned_at is null";

// A sweep's event names what paid; more than that is a recovery.
const TOTALS = `
  select token, sum(deposited) as deposited, sum(swept) as swept, sum(recovered) as recovered
    from (
      select d.token, d.amount as deposited, 0 as swept, 0 as recovered from deposits d where ${CAME}
      union all
      select t.token, 0, t.amount, 0 from transfers t
       where ${SWEPT} and exists (select from deposit_addresses a where a.payer = t.payer)
      union all
      select r.token, 0, 0, r.amount from recoveries r where ${RECOVERED}
    ) moved
   where token <> '${zeroAddress}' group by token order by token`;

// The addresses that are watched, and those with money, in pages.
const HOLDINGS = `
  with page as (
    select a.terms_hash, a.payment_id, a.payer, a.chain, a.token from deposit_addresses a
     where a.terms_hash > $3
       and (a.chain = $1 and a.watched_until > now()
            or exists (select from deposits d where d.terms_hash = a.terms_hash and not d.is_closed and ${CAME}))
     order by a.terms_hash limit $4
  ), held as (
    select terms_hash, token from page where chain = $1
    union
    select d.terms_hash, d.token from page join deposits d on d.terms_hash = page.terms_hash and ${CAME}
  )
  select page.terms_hash, page.payment_id, page.payer, held.token,
         ${bookedAt({ chain: "$1", address: "page.payer", token: "held.token", upTo: "$2" })} as amount
    from held join page using (terms_hash) order by page.terms_hash, held.token`;

interface TotalsRow {
  readonly token: string;
  readonly deposited: bigint;
  readonly swept: bigint;
  readonly recovered: bigint;
}

interface HoldingRow {
  readonly terms_hash: Buffer;
  readonly payment_id: string;
  readonly payer: string;
  readonly token: string;
  readonly amount: bigint;
}

export const createDepositBooks = (db: Database): Pick<BooksStore, "depositTotals" | "holdings"> => ({
  async depositTotals(chain, to) {
    const { rows } = await db.query<TotalsRow & Record<string, unknown>>({ text: TOTALS, values: [chain, to] });
    return rows.map(({ token, ...amounts }) => ({ ...amounts, token: getAddress(token) }));
  },

  async holdings(chain, to, after, most) {
    const { rows } = await db.query<HoldingRow & Record<string, unknown>>({
      text: HOLDINGS,
      values: [chain, to, after === null ? Buffer.alloc(0) : toBytes(after), most],
    });
    return rows.map(({ terms_hash, payment_id, payer, token, amount }) => ({
      termsHash: toHex(terms_hash),
      paymentId: payment_id,
      address: getAddress(payer),
      token: getAddress(token),
      amount,
    }));
  },
});
