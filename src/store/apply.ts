// The one writer of a payment's status: a conditional update, with its event and its wake-up in the same statement.
// Which status follows which is payment/transition.ts's to say; whoever comes second to a race changes nothing.
import type { PriceSource } from "../payment/quote.ts";
import { type Transition, transitionPairs } from "../payment/transition.ts";
import type { Queryable } from "./database.ts";

/** Channel on which every process hears of a change; the payload is the payment's id. */
export const PAYMENT_CHANNEL = "turnpike_payment";

export interface Moved {
  readonly id: string;
  readonly partner_id: string;
}

/** What an event keeps of each payment beside its transition, by payment id. */
export type EventData = Readonly<Record<string, unknown>>;

/** What the event of a confirm tells of its option: enough to explain the amount. */
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

/** What else is written with a transition, in its statement: an insert of what moved, from the CTE `moved`. */
export interface Addition {
  /** Of the prepared statement. */
  readonly name: string;
  /** Its parameters begin at $9. */
  readonly insert: string;
  readonly values: readonly unknown[];
  /** An expression over its rows, which are called `added`: whom to wake. */
  readonly wake: string;
}

const statement = (addition: Addition | undefined): string => `
  with step as (
    select * from unnest($2::text[], $3::text[]) as s(from_status, to_status)
  ), item as (
    select i.id, i.data from unnest($1::text[], $4::jsonb[]) as i(id, data)
  ), moved as (
    update payments p
       set status = step.to_status, last_updated_at = now(), failure_code = $6, cancelled_reason = $7
      from step, item
     where p.id = item.id and p.status = step.from_status
       and case $8 when 'due' then p.expires_at <= now() when 'open' then p.expires_at > now() else true end
    returning p.id, p.partner_id, p.merchant_id, p.status, item.data
  ), event as (
    insert into payment_events (payment_id, partner_id, type, status, data)
    select id, partner_id, $5, status, data from moved
  )${addition ? `, added as (${addition.insert} returning *)` : ""}
  select id, partner_id, pg_notify('${PAYMENT_CHANNEL}', id) ${addition ? `, (select ${addition.wake} from added)` : ""}
    from moved`;

const APPLY = statement(undefined);

/** What the payment's expiry has to do with a transition: it must have passed, must not have, or does not matter. */
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
 * @returns those that moved; the others were not in a status that the transition leads from
 */
export async function apply(
  db: Queryable,
  transition: Transition,
  items: readonly { readonly paymentId: string; readonly data?: EventData }[],
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
      items.map(({ data }) => JSON.stringify(data ?? {})),
      transition.type,
      transition.type === "declined" ? transition.failureCode : null,
      transition.type === "cancelled" ? transition.reason : null,
      EXPIRY[transition.type],
      ...(addition?.values ?? []),
    ],
  });
  return rows;
}
