// Figures that show an operator whether live money moves, across all partners. The payments under way bound the cost of
// each query, not all payments.
import type {
  ChainVitals,
  DepositVitals,
  MailVitals,
  QueueVitals,
  RelayerVitals,
  StuckPayment,
  Vitals,
  WebhookVitals,
} from "../../operations/ports/monitoring/vitals.ts";
import type { ExceptionKind } from "../../payment/transfers/exception.ts";
import type { Queryable } from "../database/database.ts";
import { createChainAvailabilityStore } from "../following/chain-availability.ts";
import { readMailVitals } from "./mail-vitals.ts";
import { createTaskStore } from "./tasks.ts";

/** A payment is resolved once its chain's policy depth has passed the deadline: minutes, with finality up to 20. */
const OVERDUE_S = 1_800;
/** A queued payment is sent with the next batch, within seconds. */
const QUEUED_S_MAX = 300;
/** The latest confirmations, from which the time to finality is computed. They must include slow payments. */
const FINAL_SAMPLE = { withinS: 3_600, most: 500 };

/** Test payments are left out: shops make them fail on purpose, and no operator has to act. */
const isLive = (row: string): string => `live_partner(${row}.partner_id) = ${row}.partner_id`;

/** The time at which a payment got its state. A sent payment got it when its batch was made. */
const SINCE = "coalesce(b.created_at, c.confirmed_at)";
const BATCH = "left join relay_batches b on b.id = c.batch_id and c.relay_state = 'sent'";

const QUEUES = `
  select c.chain, relay_state as state, count(*)::integer as payments,
         extract(epoch from now() - min(${SINCE}))::double precision as "oldestS",
         (count(*) filter (where deadline_s < extract(epoch from now()) - ${OVERDUE_S}))::integer as overdue
    from confirmations c ${BATCH} where relay_state <> 'closed' and c.chain = any($1) and ${isLive("c")}
   group by c.chain, relay_state`;

const FINAL = `
  select asked.chain, count(*)::integer as payments,
         percentile_cont(0.5) within group (order by seconds) as "medianS",
         percentile_cont(0.95) within group (order by seconds) as "p95S"
    from unnest($1::text[]) as asked (chain)
   cross join lateral (
     select c.payment_id, c.confirmed_at from confirmations c
      where c.chain = asked.chain and c.confirmed_at > now() - ${FINAL_SAMPLE.withinS} * interval '1 second'
        and ${isLive("c")}
      order by c.confirmed_at desc limit ${FINAL_SAMPLE.most}
   ) recent
   cross join lateral (
     select extract(epoch from e.created_at - recent.confirmed_at)::double precision as seconds
       from payment_events e where e.payment_id = recent.payment_id and e.status = 'succeeded' order by e.id limit 1
   ) final
   group by asked.chain`;

/** Whether the batch \`b\` has a live payment, or none, as one of recoveries. */
const IS_OF_LIVE = `(
  exists (select from confirmations c where c.batch_id = b.id and c.relay_state = 'sent' and ${isLive("c")})
  or not exists (select from confirmations c where c.batch_id = b.id and c.relay_state = 'sent'))`;

// Accounts of relayers that were removed from the settings have no recent row.
const RELAYERS = `
  select r.chain, r.relayer, newest.balance::double precision as balance,
         newest.batch_cost::double precision as "batchCost",
         (sum(r.spent) / greatest(extract(epoch from now() - min(r.hour)) / 86400, 0.25))::double precision as "spentPerDay",
         (select extract(epoch from now() - min(b.created_at))::double precision from relay_batches b
           where b.chain = r.chain and b.relayer = r.relayer and b.mined_in is null and ${IS_OF_LIVE}) as "unminedS"
    from relayer_balances r
    join lateral (select balance, batch_cost, hour from relayer_balances n
                   where n.chain = r.chain and n.relayer = r.relayer order by hour desc limit 1) newest
      on newest.hour > now() - interval '3 hours'
   where r.chain = any($1) and r.hour > now() - interval '7 days'
   group by r.chain, r.relayer, newest.balance, newest.batch_cost`;

const DEPOSITS = `
  select f.chain,
         (select count(*)::integer from deposit_addresses a
           where a.chain = f.chain and a.watched_until > now() and ${isLive("a")}) as watched,
         count(u.chain) filter (where not u.is_refused)::integer as unrecovered,
         (extract(epoch from now() - min(u.since) filter (where not u.is_refused)))::double precision as "oldestS",
         count(u.chain) filter (where u.is_refused)::integer as refused
    from unnest($1::text[]) as f (chain)
    left join lateral (
      select u.chain, u.since, not u.is_released and exists (
               select from deposits d where d.terms_hash = u.terms_hash and d.orphaned_at is null and d.is_refused)
               as is_refused
        from unrecovered u where u.chain = f.chain and u.amount >= u.minimum and ${isLive("u")}) u on true
   group by f.chain`;

const STUCK = `
  select payment_id as "paymentId", partner_id as "partnerId", c.chain, relay_state as state, relay_note as note,
         ${SINCE} as since, to_timestamp(deadline_s) as deadline,
         deadline_s < extract(epoch from now()) - ${OVERDUE_S} as "isOverdue"
    from confirmations c ${BATCH}
    left join unnest($2::text[], $3::float8[]) as configured (chain, settle_max_s) on configured.chain = c.chain
   where relay_state <> 'closed'
     and (deadline_s < extract(epoch from now()) - ${OVERDUE_S}
          or relay_state = 'queued' and relay_after < now() - ${QUEUED_S_MAX} * interval '1 second'
          or relay_state = 'sent' and b.created_at < now() - settle_max_s * interval '1 second')
   order by since limit $1`;

const MONTHS = `
  select extract(epoch from max(ends_at) - now())::double precision as "aheadS" from payment_months`;

/** An endpoint that has failed for less may be restarting. */
const FAILING_S = 1_200;

// An event without a delivery waits for the process that turns events into deliveries. An endpoint that fails or hangs
// delays only its own partner, so it counts as failing instead.
const WEBHOOKS = `
  select coalesce(sum(w.pending) filter (where e.is_enabled), 0)::integer as pending,
         coalesce(greatest(0, extract(epoch from now() - min(least(w.due_at, fresh.created_at))
           filter (where e.is_enabled and e.failing_since is null))), 0)::double precision as "oldestDueS",
         (count(*) filter (where e.is_enabled
                            and e.failing_since < now() - ${FAILING_S} * interval '1 second'))::integer as failing,
         (count(*) filter (where e.disabled_reason is not null))::integer as disabled
    from webhook_endpoints e
   cross join lateral (
     select count(*) as pending, min(d.next_attempt_at) filter (where d.next_attempt_at <= now()) as due_at
       from webhook_deliveries d where d.endpoint_id = e.id and d.status = 'pending') w
    left join lateral (
     select p.created_at from payment_events p where p.partner_id = e.partner_id and (p.tx, p.id) > (e.tx, e.event)
      order by p.tx, p.id limit 1) fresh on true
   where ${isLive("e")}`;

export interface VitalsStore {
  /** @param chains CAIP-2 */
  read(chains: readonly string[]): Promise<Vitals>;
  /**
   * Payments in processing that should have ended or been sent long ago, oldest first, at most `limit`.
   * @param settleMaxS by chain (CAIP-2): the seconds within which a payment that was sent settles
   */
  stuck(limit: number, settleMaxS: ReadonlyMap<string, number>): Promise<readonly StuckPayment[]>;
  /** How webhooks are delivered, across all partners. */
  webhooks(): Promise<WebhookVitals>;
  /** How mail is sent, across all partners. */
  mail(): Promise<MailVitals>;
  /** @throws if the database does not respond */
  ping(): Promise<void>;
}

const NO_WEBHOOKS: WebhookVitals = { pending: 0, oldestDueS: 0, failing: 0, disabled: 0 };

const NO_DEPOSITS: DepositVitals = { watched: 0, unrecovered: 0, oldestS: null, refused: 0 };

type OfChain<T> = T & { readonly chain: string };

export function createVitals(db: Queryable): VitalsStore {
  const chainAvailability = createChainAvailabilityStore(db);
  const tasks = createTaskStore(db);
  const rows = async <T>(name: string, text: string, values: unknown[]): Promise<readonly T[]> =>
    (await db.query<T & Record<string, unknown>>({ name, text, values })).rows;
  const readWebhooks = async (): Promise<WebhookVitals> =>
    (await rows<WebhookVitals>("vitals_webhooks", WEBHOOKS, []))[0] ?? NO_WEBHOOKS;
  return {
    webhooks: readWebhooks,
    mail: () => readMailVitals(db),
    async read(chains) {
      const values = [chains];
      // The reads share one connection, so the caller bounds a single wait.
      const states = await chainAvailability.read(chains);
      const queues = await rows<OfChain<QueueVitals>>("vitals_queues", QUEUES, values);
      const finals = await rows<OfChain<NonNullable<ChainVitals["final"]>>>("vitals_final", FINAL, values);
      const relayers = await rows<OfChain<RelayerVitals>>("vitals_relayers", RELAYERS, values);
      const deposits = await rows<OfChain<DepositVitals>>("vitals_deposits", DEPOSITS, values);
      const exceptions = await rows<{ kind: ExceptionKind; count: number }>(
        "vitals_exceptions",
        `select kind, count(*)::integer as count from exceptions e
          where resolved_at is null and ${isLive("e")} group by kind`,
        [],
      );
      const webhooks = await readWebhooks();
      const mail = await readMailVitals(db);
      const [months] = await rows<{ aheadS: number }>("vitals_months", MONTHS, []);
      return {
        monthsAheadS: months?.aheadS ?? 0,
        webhooks,
        tasks: await tasks.list(),
        mail,
        exceptions: new Map(exceptions.map(({ kind, count }) => [kind, count])),
        chains: states.map((state): ChainVitals => {
          const own = <T>(all: readonly OfChain<T>[]): readonly OfChain<T>[] =>
            all.filter(({ chain }) => chain === state.chain);
          return {
            ...state,
            queues: own(queues),
            final: own(finals)[0] ?? null,
            relayers: own(relayers),
            deposits: own(deposits)[0] ?? NO_DEPOSITS,
          };
        }),
      };
    },
    stuck: (limit, settleMaxS) =>
      rows<StuckPayment>("stuck", STUCK, [limit, [...settleMaxS.keys()], [...settleMaxS.values()]]),
    async ping() {
      await db.query({ name: "ping", text: "select 1" });
    },
  };
}
