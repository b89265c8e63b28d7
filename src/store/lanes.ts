// How far each chain is followed, and whether its worker can relay.
import type { LaneReports, LaneState } from "../operations/lanes.ts";
import type { Queryable } from "./database.ts";

const STATES = `
  select asked.chain, w.can_relay,
         extract(epoch from now())::bigint - (select b.time_s from chain_blocks b where b.chain = asked.chain
                                               order by b.number desc limit 1) as head_age_s,
         extract(epoch from now() - w.reported_at)::double precision as report_age_s
    from unnest($1::text[]) as asked (chain) left join chain_workers w on w.chain = asked.chain`;

interface LaneRow {
  readonly chain: string;
  readonly head_age_s: bigint | null;
  readonly can_relay: boolean | null;
  readonly report_age_s: number | null;
}

export const createLaneStore = (db: Queryable): LaneReports => ({
  async read(chains) {
    const { rows } = await db.query<LaneRow>({ name: "lanes", text: STATES, values: [chains] });
    return rows.map(
      ({ chain, head_age_s, can_relay, report_age_s }): LaneState => ({
        chain,
        headAgeS: head_age_s === null ? null : Number(head_age_s),
        report: can_relay === null || report_age_s === null ? null : { canRelay: can_relay, ageS: report_age_s },
      }),
    );
  },

  async report(chain, canRelay) {
    await db.query({
      name: "report_lane",
      text: `insert into chain_workers (chain, can_relay, reported_at) values ($1, $2, now())
             on conflict (chain) do update set can_relay = excluded.can_relay, reported_at = excluded.reported_at`,
      values: [chain, canRelay],
    });
  },
});
