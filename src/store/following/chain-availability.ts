// Stores each chain's progress, whether its worker can relay, and the balances of its relayers.
import type { AvailabilityReports, AvailabilityState } from "../../operations/ports/chain/chain-reports.ts";
import type { Queryable } from "../database/database.ts";

/** A week, from which the remaining days are computed, and the day before it. */
const BALANCES_KEPT_DAYS = 8;

const STATES = `
  select asked.chain, w.can_relay,
         extract(epoch from now())::bigint - (select b.time_s from chain_blocks b where b.chain = asked.chain
                                               order by b.number desc limit 1) as head_age_s,
         extract(epoch from now() - w.reported_at)::double precision as report_age_s,
         case when w.reported_at > now() - interval '1 minute'
              then extract(epoch from now() - w.away_since)::double precision end as away_s
    from unnest($1::text[]) as asked (chain) left join chain_workers w on w.chain = asked.chain`;

const REPORT = `
  with reported as (
    insert into chain_workers (chain, can_relay, reported_at) values ($1, $2, now())
    on conflict (chain) do update
       set can_relay = excluded.can_relay, away_since = null, reported_at = excluded.reported_at
  ), seen as (
    select f.*, coalesce(greatest((select former.balance - f.balance from relayer_balances former
                                    where former.chain = $1 and former.relayer = f.relayer
                                    order by former.hour desc limit 1), 0), 0) as spent
      from unnest($3::text[], $4::numeric[], $5::numeric[]) as f (relayer, balance, batch_cost)
  ), held as (
    insert into relayer_balances as b (chain, relayer, hour, balance, batch_cost, spent)
    select $1, relayer, date_trunc('hour', now(), 'UTC'), balance, batch_cost, spent from seen
    on conflict (chain, relayer, hour) do update
       set balance = excluded.balance, batch_cost = excluded.batch_cost, spent = b.spent + excluded.spent
  ), booked as (
    insert into relayer_months as m (chain, relayer, month, spent)
    select $1, relayer, date_trunc('month', now() at time zone 'UTC')::date, spent from seen where spent > 0
    on conflict (chain, relayer, month) do update set spent = m.spent + excluded.spent
  )
  delete from relayer_balances where chain = $1 and hour < now() - interval '${BALANCES_KEPT_DAYS} days'`;

/** What the relayers hold is unknown, so their last report stays. */
const REPORT_AWAY = `
  insert into chain_workers as w (chain, can_relay, away_since, reported_at)
  values ($1, false, now() - $2 * interval '1 second', now())
  on conflict (chain) do update
     set away_since = case when w.reported_at > now() - interval '1 minute'
                           then coalesce(w.away_since, excluded.away_since) else excluded.away_since end,
         reported_at = excluded.reported_at`;

interface AvailabilityRow {
  readonly chain: string;
  readonly head_age_s: bigint | null;
  readonly can_relay: boolean | null;
  readonly report_age_s: number | null;
  readonly away_s: number | null;
}

export const createChainAvailabilityStore = (db: Queryable): AvailabilityReports => ({
  async read(chains) {
    const { rows } = await db.query<AvailabilityRow>({ name: "chain_availability", text: STATES, values: [chains] });
    return rows.map(
      ({ chain, head_age_s, can_relay, report_age_s, away_s }): AvailabilityState => ({
        chain,
        headAgeS: head_age_s === null ? null : Number(head_age_s),
        report:
          can_relay === null || report_age_s === null
            ? null
            : { canRelay: can_relay, ageS: report_age_s, awayS: away_s },
      }),
    );
  },

  async relayersOn(chains) {
    const { rows } = await db.query<{ chain: string; relayers: string[] }>({
      name: "relayers_on",
      text: `select chain, array_agg(distinct relayer) as relayers from relayer_balances
              where chain = any($1) and hour > now() - interval '2 hours' group by chain order by chain`,
      values: [chains],
    });
    return new Map(rows.map(({ chain, relayers }) => [chain, relayers]));
  },

  async report(chain, canRelay, funds) {
    const column = (name: "relayer" | "balance" | "batchCost") => funds.map((each) => String(each[name]));
    await db.query({
      name: "report_availability",
      text: REPORT,
      values: [chain, canRelay, column("relayer"), column("balance"), column("batchCost")],
    });
  },

  async reportAway(chain, awayS) {
    await db.query({ name: "report_away", text: REPORT_AWAY, values: [chain, awayS] });
  },
});
