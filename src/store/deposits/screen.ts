// Stores whether the senders of deposits may pay.
import { getAddress } from "viem";
import type { DepositPlace, DepositSenders, LeastDeposit, ScreenedDeposit } from "../../operations/ports/ledger.ts";
import type { Queryable } from "../database/database.ts";
import { toBytes, toHex } from "../database/hex.ts";
import { IS_OWN } from "../payments/deposits-in-time.ts";

/** SQL of the least that counts of a token. @param tokens and `amounts`: the places of `leastValues` */
export const leastOf = (token: string, tokens: string, amounts: string): string => `
  coalesce((select l.amount from unnest((select ${tokens}::text[]), (select ${amounts}::numeric[])) as l(token, amount)
             where l.token = ${token}), 1)`;

/** Whether the deposit `d` to the address `a` is no dust. @param tokens and `amounts`: the places of `leastValues` */
export const countsAs = (tokens: string, amounts: string): string =>
  `d.amount >= case when ${IS_OWN} then a.minimum else ${leastOf("d.token", tokens, amounts)} end`;

export const leastValues = (least: readonly LeastDeposit[]) => [
  least.map(({ token }) => token),
  least.map(({ amount }) => amount),
];

const UNSCREENED = `
  select d.tx_hash, d.log_index, d.sender
    from deposits d join deposit_addresses a on a.terms_hash = d.terms_hash
   where d.chain = $1 and d.is_new and d.is_refused is null and d.orphaned_at is null and d.screen_after <= now()
     and ${countsAs("$2", "$3")}
   order by d.block_number, d.log_index limit $4`;

const PLACES = "unnest((select $2::bytea[]), (select $3::integer[]))";

const SCREENED = `
  update deposits d set is_refused = s.is_refused
    from unnest((select $2::bytea[]), (select $3::integer[]), (select $4::boolean[]))
           as s(tx_hash, log_index, is_refused)
   where d.chain = $1 and d.tx_hash = s.tx_hash and d.log_index = s.log_index`;

/** The first pause is 1 s, and each next one is doubled, up to 5 minutes. */
const LATER = `
  update deposits d
     set screen_tries = least(d.screen_tries + 1, 10),
         screen_after = now() + least(2 ^ d.screen_tries, 300) * interval '1 second'
    from ${PLACES} as s(tx_hash, log_index)
   where d.chain = $1 and d.tx_hash = s.tx_hash and d.log_index = s.log_index`;

export const depositSenders = (db: Queryable): DepositSenders => ({
  async unscreened(chain, least, most) {
    const { rows } = await db.query<{ tx_hash: Buffer; log_index: number; sender: string }>({
      name: "unscreened_deposits",
      text: UNSCREENED,
      values: [chain, ...leastValues(least), most],
    });
    return rows.map((row) => ({
      txHash: toHex(row.tx_hash),
      logIndex: row.log_index,
      sender: getAddress(row.sender),
    }));
  },

  async screenLater(chain, deposits) {
    await db.query({ name: "screen_deposits_later", text: LATER, values: [chain, ...placeValues(deposits)] });
  },
});

export async function storeScreened(tx: Queryable, chain: string, deposits: readonly ScreenedDeposit[]): Promise<void> {
  if (deposits.length === 0) return;
  const values = [chain, ...placeValues(deposits), deposits.map(({ isRefused }) => isRefused)];
  await tx.query({ name: "screened_deposits", text: SCREENED, values });
}

const placeValues = (deposits: readonly DepositPlace[]) => [
  deposits.map(({ txHash }) => toBytes(txHash)),
  deposits.map(({ logIndex }) => logIndex),
];
