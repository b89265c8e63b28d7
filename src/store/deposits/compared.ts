// The deposit addresses whose balances are compared with the books, and what the books say.
import { getAddress } from "viem";
import type { ComparedAddress, DepositBooks } from "../../operations/ports/deposit-books.ts";
import type { Queryable } from "../database/database.ts";
import { toBytes, toHex } from "../database/hex.ts";
import { LAY_BEFORE } from "./behind.ts";
import { bookedAt } from "./booked.ts";

/** What lies on the address `a` in its own token. */
const bookedUpTo = (number: string): string =>
  bookedAt({ chain: "a.chain", address: "a.payer", token: "a.token", upTo: number });

// Addresses of open payments whose expiry the chain has passed, addresses past their deadline, which may be recovered
// from, and those of sweeps that the known deposits do not explain. `offset 0` makes PostgreSQL start from the few due
// payments: it expects a third of all to be due, and would read all addresses with each block.
const DUE = `
  with newest as materialized (select $2::bigint as number, to_timestamp($3::bigint) as at), due as (
    (select a.terms_hash
       from (select id, expires_at from payments
              where status = 'requires_action' and expires_at <= (select at from newest) offset 0) p
      cross join lateral (
        select terms_hash, chain, compared_to from deposit_addresses where payment_id = p.id offset 0) a
      where a.chain = $1 and a.compared_to < p.expires_at and a.terms_hash <> all($5)
      limit $4)
    union
    (select terms_hash from deposit_addresses
      where chain = $1 and compared_to < to_timestamp(deadline_s) and deadline_s <= $3 and terms_hash <> all($5)
      limit $4)
    union
    (select a.terms_hash
       from transfers t join deposit_addresses a on a.chain = t.chain and a.terms_hash = t.terms_hash
      where t.chain = $1 and t.state = 'seen' and t.orphaned_at is null and t.method = 'deposit'
        and ${LAY_BEFORE} < t.amount and a.terms_hash <> all($5)
      limit $4)
  )
  select a.terms_hash, a.payment_id, a.payer, a.token, a.minimum,
         floor(extract(epoch from a.created_at)) as created_at_s,
         ${bookedUpTo("(select number from newest)")} as booked
    from due cross join lateral (select * from deposit_addresses where terms_hash = due.terms_hash offset 0) a`;

interface DueRow {
  readonly terms_hash: Buffer;
  readonly payment_id: string;
  readonly payer: string;
  readonly token: string;
  readonly minimum: bigint;
  readonly created_at_s: bigint;
  readonly booked: bigint;
}

export const depositBooks = (db: Queryable): DepositBooks => ({
  async toCompare(chain, { number, timeS }, most, but) {
    const { rows } = await db.query<DueRow>({
      name: "addresses_to_compare",
      text: DUE,
      values: [chain, number, timeS, most, but.map(toBytes)],
    });
    return rows.map(
      (row): ComparedAddress => ({
        termsHash: toHex(row.terms_hash),
        paymentId: row.payment_id,
        address: getAddress(row.payer),
        token: getAddress(row.token),
        minimum: row.minimum,
        createdAtS: Number(row.created_at_s),
        booked: row.booked,
      }),
    );
  },

  async bookedAt(termsHash, number) {
    const { rows } = await db.query<{ booked: bigint }>({
      name: "booked_at",
      text: `select ${bookedUpTo("$2")} as booked from deposit_addresses a where a.terms_hash = $1`,
      values: [toBytes(termsHash), number],
    });
    return rows[0]?.booked ?? 0n;
  },

  async compared(termsHashes, timeS) {
    await db.query({
      name: "addresses_compared",
      text: "update deposit_addresses set compared_to = to_timestamp($2) where terms_hash = any($1)",
      values: [termsHashes.map(toBytes), timeS],
    });
  },
});
