// A payment link as one row, with its figures.
import type { CountedLink, LinkAmount, LinkField } from "../../payment/payment-link.ts";

export interface DefinitionRow {
  readonly id: string;
  readonly partner_id: string;
  readonly merchant_id: string;
  readonly currency: string;
  readonly amount: bigint | null;
  readonly amount_min: bigint | null;
  readonly amount_max: bigint | null;
  readonly amount_suggested: bigint | null;
  readonly description: string | null;
  readonly reference_pattern: string;
  readonly max_uses: number | null;
  readonly expires_at_s: bigint | null;
  readonly fields: readonly LinkField[];
  readonly success_url: string | null;
  readonly error_url: string | null;
  readonly takes_deposits: boolean;
  readonly is_enabled: boolean;
  readonly created_at: Date;
  readonly is_past_expiry: boolean;
}

export interface LinkRow extends DefinitionRow {
  readonly views: bigint;
  readonly created: bigint;
  readonly open: bigint;
  readonly succeeded: bigint;
  readonly paid: bigint;
}

/** The columns of a row of `payment_links` aliased `l`, without its figures. */
export const LINK_DEFINITION = `
  l.id, l.partner_id, l.merchant_id, l.currency, l.amount, l.amount_min, l.amount_max, l.amount_suggested,
  l.description, l.reference_pattern, l.max_uses, extract(epoch from l.expires_at)::bigint as expires_at_s, l.fields,
  l.success_url, l.error_url, l.takes_deposits, l.is_enabled, l.created_at,
  coalesce(l.expires_at <= now(), false) as is_past_expiry`;

/** The columns of a row of `payment_links` aliased `l`. They need `LINK_FIGURES`. */
export const LINK_COLUMNS = `${LINK_DEFINITION}, coalesce(v.views, 0) as views, l.created,
  u.open, l.succeeded + u.succeeded as succeeded, l.paid + u.paid as paid`;

/** Joins the views and the payments that the totals of `l` do not include. */
export const LINK_FIGURES = `
  left join payment_link_views v on v.link_id = l.id and v.partner_id = l.partner_id
  cross join lateral (
    select count(*) filter (where p.status in ('requires_action', 'processing')) as open,
           count(*) filter (where p.status = 'succeeded') as succeeded,
           coalesce(sum(p.amount) filter (where p.status = 'succeeded'), 0) as paid
      from payment_link_uses o join payments p on p.id = o.payment_id and p.partner_id = o.partner_id
     where o.link_id = l.id and o.partner_id = l.partner_id and not o.is_over
  ) u`;

export const toDefinition = (row: DefinitionRow): Omit<CountedLink, "figures"> => ({
  link: {
    id: row.id,
    partnerId: row.partner_id,
    merchantId: row.merchant_id,
    amount: toAmount(row),
    description: row.description,
    referencePattern: row.reference_pattern,
    usesMax: row.max_uses,
    expiresAtS: row.expires_at_s === null ? null : Number(row.expires_at_s),
    fields: row.fields,
    checkout: row.success_url && row.error_url ? { successUrl: row.success_url, errorUrl: row.error_url } : null,
    takesDeposits: row.takes_deposits,
    isEnabled: row.is_enabled,
    createdAt: row.created_at,
  },
  isPastExpiry: row.is_past_expiry,
});

export const toLink = (row: LinkRow): CountedLink => ({
  ...toDefinition(row),
  figures: { opened: row.views, created: row.created, open: row.open, succeeded: row.succeeded, paid: row.paid },
});

function toAmount({ currency, amount, amount_min: min, amount_max: max, amount_suggested }: DefinitionRow): LinkAmount {
  if (amount !== null) return { currency, value: amount };
  if (min === null || max === null) throw new TypeError("a payment link without an amount");
  return { currency, min, max, suggested: amount_suggested };
}
