// Charges on the wire, as in version 2018-03-22 of Coinbase Commerce's API: snake_case, amounts as decimal text. Fields
// that need a hosted account or another kind of chain are left out.
import Type, { type Static } from "typebox";
import { logoUrl } from "../../merchant/logo.ts";
import { type FiatAmount, formatFiat, formatStandardUnits } from "../../money/amount.ts";
import type { ChargeDetails } from "../../payment/charge.ts";
import { paymentLink } from "../../payment/link.ts";
import type { PaymentForBuyer } from "../../payment/payment.ts";
import type { FindShownAsset } from "../amounts.ts";
import { createdBy, createdByToWire } from "../payments/payments.ts";
import * as wire from "../primitives.ts";

const DESCRIPTION_LENGTH_MAX = 1_024;
/** More than any amount has. */
const AMOUNT_LENGTH_MAX = 64;
/** The limits of Commerce. */
const LIMIT_MAX = 100;
export const CHARGES_LIMIT_DEFAULT = 25;

const metadata = Type.Unsafe<Record<string, unknown>>({ type: "object", additionalProperties: true });

/** Other fields are ignored: the client's `save` sends all that a charge has. */
export const CreateChargeBody = Type.Object({
  name: Type.Optional(wire.referenceId),
  description: Type.Optional(wire.nullable(wire.shownLines(DESCRIPTION_LENGTH_MAX))),
  pricing_type: Type.Optional(
    Type.Unsafe<"fixed_price">({
      ...wire.oneOf(["fixed_price"]),
      description: "fixed_price: charges without a price are not supported",
    }),
  ),
  local_price: Type.Object({
    amount: Type.Unsafe<string | number>({
      type: ["string", "number"],
      maxLength: AMOUNT_LENGTH_MAX,
      description: "a decimal amount",
    }),
    currency: Type.String({ description: "an ISO 4217 code" }),
  }),
  metadata: Type.Optional(Type.Unsafe<Record<string, unknown> | null>({ ...metadata, type: ["object", "null"] })),
  redirect_url: Type.Optional(wire.nullable(wire.redirectUrl)),
  cancel_url: Type.Optional(wire.nullable(wire.redirectUrl)),
  deposit: Type.Optional(wire.nullable(wire.deposit)),
});

/** The Node client sends an empty body. */
export const CancelChargeBody = wire.nullable(Type.Object({}));

const place = Type.String({ minLength: 1, maxLength: wire.ID_LENGTH_MAX, description: "the id of one of the charges" });

export const ChargesQuery = wire.closed({
  limit: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: LIMIT_MAX,
      default: CHARGES_LIMIT_DEFAULT,
      description: `an integer from 1 to ${LIMIT_MAX}`,
    }),
  ),
  order: Type.Optional(Type.Unsafe<"asc" | "desc">({ ...wire.oneOf(["asc", "desc"]), default: "desc" })),
  starting_after: Type.Optional(place),
  ending_before: Type.Optional(place),
});

const money = Type.Object({ amount: Type.String(), currency: Type.String() });

type Prices = Readonly<Record<string, Static<typeof money>>> & { readonly local: Static<typeof money> };

const STEPS = [
  "NEW",
  "SIGNED",
  "PENDING",
  "COMPLETED",
  "FAILED",
  "EXPIRED",
  "CANCELED",
  "REFUNDED",
  "UNRESOLVED",
] as const;

const step = Type.Object({
  status: wire.oneOf(STEPS),
  time: wire.timestamp,
  context: Type.Optional(Type.String({ description: "DELAYED: paid after its end" })),
});
type Step = Static<typeof step>;

const chargePayment = Type.Object({
  network: Type.String(),
  transaction_id: wire.transactionId,
  status: wire.oneOf(["CONFIRMED"]),
  detected_at: wire.timestamp,
  value: Type.Object({ local: money, crypto: money }),
  payer_addresses: Type.Array(Type.String()),
});

export const charge = Type.Object({
  id: Type.String(),
  code: Type.String({ description: "the id again" }),
  resource: wire.oneOf(["charge"]),
  name: Type.String(),
  description: Type.String(),
  logo_url: Type.Optional(wire.url),
  hosted_url: wire.url,
  merchant_id: Type.String({ description: "the merchant that gets the money" }),
  created_by: createdBy,
  created_at: wire.timestamp,
  expires_at: wire.timestamp,
  confirmed_at: Type.Optional(wire.timestamp),
  pricing_type: wire.oneOf(["fixed_price"]),
  pricing: Type.Unsafe<Prices>(Type.Object({ local: money }, { additionalProperties: money })),
  local_price: money,
  timeline: Type.Array(step),
  metadata,
  redirect_url: Type.Optional(Type.String()),
  cancel_url: Type.Optional(Type.String()),
  payments: Type.Array(chargePayment),
  addresses: Type.Unsafe<Readonly<Record<string, string>>>({
    type: "object",
    additionalProperties: { type: "string" },
    description:
      "the deposit addresses that were asked for, by token: `usdc`, and `usdc_base` on a further network; `pricing` has " +
      "the amount of each",
  }),
});
export type Charge = Static<typeof charge>;

const warnings = Type.Array(Type.String());

export const ChargeResult = Type.Object({ data: charge, warnings });

export const Charges = Type.Object({
  pagination: Type.Object({
    order: wire.oneOf(["asc", "desc"]),
    starting_after: wire.nullable(Type.String()),
    ending_before: wire.nullable(Type.String()),
    total: Type.Integer(),
    limit: Type.Integer(),
    yielded: Type.Integer(),
    cursor_range: Type.Array(Type.String(), { description: "the ids of the first and the last charge of the page" }),
    previous_uri: wire.nullable(wire.url),
    next_uri: wire.nullable(wire.url),
  }),
  data: Type.Array(charge),
  warnings,
});

export interface ChargeDisplay {
  readonly find: FindShownAsset;
  readonly publicUrl: string;
}

/** @param details null: the payment was not created as a charge, and its reference is the charge's name */
export function chargeToWire(
  payment: PaymentForBuyer,
  details: ChargeDetails | null,
  { find, publicUrl }: ChargeDisplay,
): Charge {
  const { id, amount, checkout, merchant, status } = payment;
  const price = fiatMoney(amount);
  const deposits = depositsByName(payment, find);
  const redirectUrl = details ? details.redirectUrl : checkout?.successUrl;
  const cancelUrl = details ? details.cancelUrl : checkout?.errorUrl;
  return {
    id,
    code: id,
    resource: "charge",
    name: details?.name ?? payment.referenceId,
    description: details?.description ?? "",
    ...(merchant.logo !== null && { logo_url: logoUrl(publicUrl, merchant.logo) }),
    hosted_url: paymentLink(publicUrl, id),
    merchant_id: payment.merchantId,
    created_by: createdByToWire(payment),
    created_at: payment.createdAt.toISOString(),
    expires_at: new Date(payment.expiresAtS * 1_000).toISOString(),
    ...(status === "succeeded" && { confirmed_at: payment.lastUpdatedAt.toISOString() }),
    pricing_type: "fixed_price",
    pricing: { ...Object.fromEntries(deposits.map(([name, { price }]) => [name, price])), local: price },
    local_price: price,
    timeline: timelineOf(payment),
    metadata: { ...details?.metadata },
    ...(redirectUrl && { redirect_url: redirectUrl }),
    ...(cancelUrl && { cancel_url: cancelUrl }),
    payments: paymentsOf(payment, find),
    addresses: Object.fromEntries(deposits.map(([name, { address }]) => [name, address])),
  };
}

type NamedDeposit = readonly [name: string, { readonly address: string; readonly price: Static<typeof money> }];

/** Commerce names an address after its token. The same token on a further network has the network's name as well. */
function depositsByName({ deposits }: PaymentForBuyer, find: FindShownAsset): readonly NamedDeposit[] {
  const named = new Map<string, NamedDeposit[1]>();
  for (const { asset, address, asked } of deposits) {
    const shown = find(asset);
    if (!shown) continue;
    const symbol = shown.asset.symbol.toLowerCase();
    const network = shown.chain.name.toLowerCase().replaceAll(/[^a-z0-9]+/g, "_");
    const price = { amount: formatStandardUnits(asked, shown.asset.decimals), currency: shown.asset.symbol };
    named.set(named.has(symbol) || symbol === "local" ? `${symbol}_${network}` : symbol, { address, price });
  }
  return [...named];
}

/** Only a payment that is final on its chain is PENDING, which Commerce's merchants may take for paid. */
const ENDS = {
  requires_action: [],
  processing: [],
  succeeded: ["PENDING", "COMPLETED"],
  failed: ["FAILED"],
  expired: ["EXPIRED"],
  cancelled: ["CANCELED"],
} as const satisfies Record<PaymentForBuyer["status"], readonly Step["status"][]>;

function timelineOf({ createdAt, confirmation, status, lastUpdatedAt, refundMark }: PaymentForBuyer): Step[] {
  const at = (step: Step["status"], time: Date): Step => ({ status: step, time: time.toISOString() });
  return [
    at("NEW", createdAt),
    ...(confirmation ? [at("SIGNED", confirmation.confirmedAt)] : []),
    ...ENDS[status].map((step) => at(step, lastUpdatedAt)),
    ...(refundMark ? [at("REFUNDED", refundMark.refundedAt)] : []),
  ];
}

function paymentsOf(
  { status, amount, confirmation, credit, lastUpdatedAt }: PaymentForBuyer,
  find: FindShownAsset,
): Charge["payments"] {
  if (status !== "succeeded" || !confirmation || !credit) return [];
  const { asset, method, terms } = confirmation.option;
  const shown = find(asset);
  const crypto = shown
    ? { amount: formatStandardUnits(credit.amount, shown.asset.decimals), currency: shown.asset.symbol }
    : { amount: credit.amount.toString(), currency: asset };
  return [
    {
      network: shown ? shown.chain.name.toLowerCase() : credit.chain,
      transaction_id: credit.txHash,
      status: "CONFIRMED",
      detected_at: lastUpdatedAt.toISOString(),
      value: { local: fiatMoney(amount), crypto },
      payer_addresses: method === "deposit" ? [] : [terms.payer],
    },
  ];
}

function fiatMoney(amount: FiatAmount): Static<typeof money> {
  const [text = ""] = formatFiat(amount).split(" ");
  return { amount: text, currency: amount.currency };
}

/** Adds the step of a late transfer. */
export const delayed = (charge: Charge, at: Date): Charge => ({
  ...charge,
  timeline: [...charge.timeline, { status: "UNRESOLVED", time: at.toISOString(), context: "DELAYED" }],
});
