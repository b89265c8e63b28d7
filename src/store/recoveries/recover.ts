// The list of money on deposit addresses that pays no payment, and its recoveries.
import { type Address, getAddress, zeroAddress } from "viem";
import type { FailedRecovery, RecoveryStore, Unrecovered, WatchedAddress } from "../../operations/ports/recoveries.ts";
import { paymentKey } from "../../payment/terms.ts";
import type { Database } from "../database/database.ts";
import { toBytes, toHex } from "../database/hex.ts";
import { leastOf, leastValues } from "../deposits/screen.ts";
import { OPTION_SELECT, type OptionRow, toOption } from "../payments/option-columns.ts";
import { coinsAreGone, FIND, SETTLE } from "./find-unrecovered.ts";
import { createJudgeStore } from "./judge.ts";
import { gasOfDay, keyValues, takeRecoveryTurn } from "./recover-turn.ts";

/** With pauses that double from a minute: about an hour. */
const ATTEMPTS_MAX = 6;
const PAUSE_S_MAX = 86_400;

/** Counts a failed attempt of `u`. @param note SQL of the reason */
const failedBecause = (note: string): string => `
  batch_id = null, attempts = u.attempts + 1, note = ${note}, is_quarantined = u.attempts + 1 >= ${ATTEMPTS_MAX},
  recover_after = now() + least(60 * 2 ^ least(u.attempts, 20), ${PAUSE_S_MAX}) * interval '1 second'`;

const RETURNING = 'returning u.payment_id as "paymentId", u.token, u.note as reason, u.is_quarantined';

const FAILED = `
  update unrecovered u set ${failedBecause("failed.reason")}
    from unnest($2::bytea[], $3::text[], $4::text[]) as failed(terms_hash, token, reason)
   where u.chain = $1 and u.terms_hash = failed.terms_hash and u.token = failed.token
  ${RETURNING}`;

/** Money of a sender who may not pay stays, and while a sender is not screened yet. */
const IS_HELD = `
  exists (select from deposits d where d.terms_hash = u.terms_hash and d.orphaned_at is null
             and (d.is_refused
                  or d.is_refused is null and d.chain = $1 and d.amount >= ${leastOf("d.token", "$3", "$4")}))`;

// An abandoned batch, or one of a relayer that was removed, may never be mined. If it is after all, the later
// transaction finds nothing to pass on.
const UNDER_WAY = `
  exists (select from unrecovered o join relay_batches b on b.id = o.batch_id
           where o.chain = $1 and b.mined_in is null and b.abandoned_at is null and b.relayer = any($2))`;

// The payment may be gone with its month, so its key is computed from its id.
const DUE = `
  select due.attempts, due.is_urgent, due.partner_id, due.token, due.terms_hash, ${OPTION_SELECT}
    from (
      select u.*, row_number() over (partition by u.partner_id order by u.is_urgent desc, u.since) as turn
        from unrecovered u
       where u.chain = $1 and u.amount >= u.minimum and not u.is_quarantined and u.recover_after <= now()
         and (u.is_released or not ${IS_HELD}) and not ${coinsAreGone()} and not ${UNDER_WAY}
    ) due
    join deposit_addresses c on c.terms_hash = due.terms_hash
   cross join lateral (select c.payment_id as id, c.terms_hash as payment_key) p
   order by due.is_urgent desc, due.turn, due.since, due.terms_hash, due.token limit $5`;

interface DueRow extends OptionRow {
  readonly attempts: number;
  readonly is_urgent: boolean;
  readonly partner_id: string;
  readonly token: string;
  readonly terms_hash: Buffer;
}

// Coins that were found are looked at until they are gone, because others may pass them on.
const WATCHED = `
  select terms_hash, payer from (
    select terms_hash, payer from deposit_addresses where router = any($1) and watched_until > now()
     union
    select a.terms_hash, a.payer from unrecovered u join deposit_addresses a on a.terms_hash = u.terms_hash
     where a.router = any($1) and u.token = '${zeroAddress}') watched
   where terms_hash > $2 order by terms_hash limit $3`;

const NOTE_COINS = `
  with seen as (
    select s.*, a.payment_id, a.partner_id
      from unnest($2::bytea[], $3::numeric[]) as s(terms_hash, amount)
      join deposit_addresses a on a.terms_hash = s.terms_hash
  ), gone as (
    delete from unrecovered u using seen s
     where u.chain = $1 and u.token = $5 and u.terms_hash = s.terms_hash and s.amount < $4
  )
  insert into unrecovered (terms_hash, chain, token, payment_id, partner_id, amount, minimum, since)
  select terms_hash, $1, $5, payment_id, partner_id, amount, $4, now() from seen where amount >= $4
  on conflict (terms_hash, chain, token) do update set amount = excluded.amount, minimum = excluded.minimum`;

export function createRecoveryStore(db: Database): RecoveryStore {
  return {
    ...createJudgeStore(db),

    async hasAddresses() {
      const { rows } = await db.query<{ has: boolean }>({
        name: "has_addresses",
        text: "select exists (select from deposit_addresses) as has",
      });
      return rows[0]?.has ?? false;
    },

    async refresh(chain, depth, least) {
      await db.query({ name: "find_unrecovered", text: FIND, values: [chain, depth, ...leastValues(least)] });
      const text = `${SETTLE(failedBecause)} ${RETURNING}`;
      const { rows } = await db.query<FailedRow>({ name: "settle_recoveries", text, values: [chain, depth] });
      return quarantinedOf(rows);
    },

    async due(chain, relayers, least, most) {
      const { rows } = await db.query<DueRow>({
        name: "due_recoveries",
        text: DUE,
        values: [chain, relayers, ...leastValues(least), most],
      });
      return rows.map((row) => toUnrecovered(chain, row));
    },

    gasOfDay: (chain) => gasOfDay(db, chain),
    takeTurn: (chain, work) => takeRecoveryTurn(db, chain, work),

    async failed(chain, attempts) {
      if (attempts.length === 0) return [];
      const values = [chain, ...keyValues(attempts), attempts.map(({ reason }) => reason)];
      return quarantinedOf((await db.query<FailedRow>({ name: "failed_recoveries", text: FAILED, values })).rows);
    },

    async watched(routers, after, most) {
      const { rows } = await db.query<{ terms_hash: Buffer; payer: string }>({
        name: "watched_for_coins",
        text: WATCHED,
        values: [routers, after === null ? Buffer.alloc(0) : toBytes(after), most],
      });
      return rows.map(
        ({ terms_hash, payer }): WatchedAddress => ({
          termsHash: toHex(terms_hash),
          address: getAddress(payer),
        }),
      );
    },

    async noteCoins(chain, coins, minimum) {
      const hashes = coins.map(({ termsHash }) => toBytes(termsHash));
      const values = [chain, hashes, coins.map(({ amount }) => amount), minimum, zeroAddress];
      await db.query({ name: "note_coins", text: NOTE_COINS, values });
    },
  };
}

interface FailedRow extends FailedRecovery {
  readonly [column: string]: unknown;
  readonly is_quarantined: boolean;
}

const quarantinedOf = (rows: readonly FailedRow[]): readonly FailedRecovery[] =>
  rows.filter(({ is_quarantined }) => is_quarantined);

function toUnrecovered(chain: string, row: DueRow): Unrecovered {
  const { paymentId, terms } = toOption(row);
  return {
    termsHash: toHex(row.terms_hash),
    token: getAddress(row.token) as Address,
    partnerId: row.partner_id,
    terms: { ...terms, chain, key: paymentKey(paymentId) },
    attempts: row.attempts,
    isUrgent: row.is_urgent,
  };
}
