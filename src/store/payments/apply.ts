// The only writer of a payment's status and expiry: a conditional update with its event and notification in one
// statement. The transitions come from payment/transition.ts; the loser of a race changes nothing.
import type { PriceSource } from "../../payment/quote.ts";
import { type Transition, transitionPairs } from "../../payment/transition.ts";
import type { Queryable } from "../database/database.ts";
import { shownDeposits } from "./shown-deposits.ts";

/** Channel that notifies every process of a change; the payload is the payment's id. */
export const PAYMENT_CHANNEL = "turnpike_payment";

export interface Moved {
  readonly id: string;
  readonly partner_id: string;
}

/** The type of an entry in a payment's log: no partner sees those of a refund's gateway payment. */
export const entryOf = (creator: string, type: string): string =>
  `case ${creator} when 'refund' then 'gateway_' || ${type} else ${type} end`;

/** The type without that: what happened to the payment. */
export const stepOf = (entry: string): string => `regexp_replace(${entry}, '^gateway_', '')`;

/** Further facts in a payment's event. */
export type EventData = Readonly<Record<string, unknown>>;

/** The facts about the option in a confirm's event: enough to explain the amount. */
export const toConfirmedData = ({ asset, payer, amount, quoteSources }: ConfirmedOption): EventData => ({
  asset,
  payer,
  amount: amount.toString(),
  ...(quoteSources.length > 0 && { quoteSources }),
});

interface ConfirmedOption {
  readonly asset: string;
  readonly payer: string;
  readonly amount: bigint;
  readonly quoteSources: readonly PriceSource[];
}

/** A payment that a transition is to be applied to. */
export interface Item {
  readonly paymentId: string;
  /** Facts for the payment's event. */
  readonly data?: EventData;
  /** Time of the transition in Unix seconds, by a chain's clock; by default now, by the database's clock. */
  readonly atS?: number | null;
}

/** A further insert in a transition's statement, reading the CTE `moved`. */
export interface Addition {
  /** Name of the prepared statement. */
  readonly name: string;
  /** The insert, whose parameters begin at $9. */
  readonly insert: string;
  readonly values: readonly unknown[];
  /** A CTE that `onlyIf` reads. */
  readonly before?: string;
  /** A further SQL condition on the transition. */
  readonly onlyIf?: string;
  /** An expression over the inserted rows, `added`, that sends a notification. */
  readonly wake: string;
}

/** The clock that set `created_at` may be ahead of the database's. */
const AS_UPDATED = "greatest(now(), p.created_at)";

/** An event keeps what its payment showed of its deposits, because that changes without an event. */
const DEPOSITS_NOW = `jsonb_strip_nulls(jsonb_build_object('deposits', ${shownDeposits("moved.id")}))`;

/** A `select` hides the parameters from the planner, which then keeps one plan instead of making one for each run. */
const statement = (addition: Addition | undefined): string => `
  with ${addition?.before ? `${addition.before}, ` : ""}step as (
    select * from unnest((select $2::text[]), (select $3::text[])) as s(from_status, to_status)
  ), item as (
    select i.id, (i.data -> 'data') as data, coalesce(to_timestamp((i.data ->> 'atS')::float8), now()) as at
      from unnest((select $1::text[]), (select $4::jsonb[])) as i(id, data)
  ), moved as (
    update payments p
       set status = step.to_status, last_updated_at = ${AS_UPDATED}, failure_code = $6, cancelled_reason = $7
      from step, item
     where p.id = item.id and p.status = step.from_status
       and case (select $8::text) when 'due' then p.expires_at <= item.at when 'open' then p.expires_at > item.at else true end
       ${addition?.onlyIf ? `and ${addition.onlyIf}` : ""}
    returning p.id, p.partner_id, p.merchant_id, p.status, p.creator, item.data
  ), event as (
    insert into payment_events (payment_id, partner_id, type, status, data)
    select id, partner_id, ${entryOf("creator", "$5")}, status, data || ${DEPOSITS_NOW} from moved
  )${addition ? `, added as (${addition.insert} returning *)` : ""}
  select id, partner_id, pg_notify('${PAYMENT_CHANNEL}', id) ${addition ? `, (select ${addition.wake} from added)` : ""}
    from moved`;

const APPLY = statement(undefined);

/**
 * CTEs that move the expiry of the payments in `extended` (id, partner_id, until, deposits), whose rows are locked.
 * `moved` has those whose expiry was earlier.
 */
export const EXTEND = `moved as (
    update payments p set expires_at = e.until, last_updated_at = ${AS_UPDATED} from extended e
     where p.id = e.id and p.partner_id = e.partner_id and p.expires_at < e.until
    returning p.id, p.partner_id, p.status, p.expires_at, e.deposits
  ), event as (
    insert into payment_events (payment_id, partner_id, type, status, data)
    select id, partner_id, 'updated', status,
           jsonb_build_object('expiresAt', extract(epoch from expires_at)::bigint, 'deposits', deposits)
      from moved
  )`;

/** CTEs that cancel the gateway payment of the refund in `refund`, which was completed by hand. Its row is locked. */
export const END_GATEWAY_PAYMENT = `gateway as (
    update payments p
       set status = 'cancelled', cancelled_reason = 'cancelled_by_merchant', last_updated_at = ${AS_UPDATED}
      from refund r where p.id = r.gateway_payment_id and p.partner_id = r.partner_id and p.status = 'requires_action'
    returning p.id, p.partner_id, p.status
  ), logged as (
    insert into payment_events (payment_id, partner_id, type, status)
    select id, partner_id, 'gateway_cancelled', status from gateway
  )`;

/** Whether a transition requires the expiry to have passed, not to have passed, or neither. */
const EXPIRY = {
  confirmed: "open",
  cancelled: "open",
  expired: "due",
  paid: "any",
  given_up: "any",
  declined: "open",
} as const satisfies Record<Transition["type"], "open" | "due" | "any">;

/**
 * Applies one transition to several payments.
 * @returns the payments whose status changed; the transition does not apply to the others
 */
export async function apply(
  db: Queryable,
  transition: Transition,
  items: readonly Item[],
  addition?: Addition,
): Promise<readonly Moved[]> {
  const pairs = transitionPairs(transition.type);
  const { rows } = await db.query<Moved & { pg_notify: string }>({
    name: addition?.name ?? "apply_transition",
    text: addition ? statement(addition) : APPLY,
    values: [
      items.map(({ paymentId }) => paymentId),
      pairs.map(([from]) => from),
      pairs.map(([, to]) => to),
      items.map(({ data = {}, atS }) => JSON.stringify({ data, atS })),
      transition.type,
      transition.type === "declined" ? transition.failureCode : null,
      transition.type === "cancelled" ? transition.reason : null,
      EXPIRY[transition.type],
      ...(addition?.values ?? []),
    ],
  });
  return rows;
}
