import type { Static } from "typebox";
import { ChargeResult, CreateChargeBody } from "../../../contract/commerce/charges.ts";
import { FIAT_DIGITS_MAX, fiatUnit, parseStandardUnits } from "../../../money/amount.ts";
import { findCurrency } from "../../../money/fiat.ts";
import { invalid } from "../../../operations/errors/refusal.ts";
import { createPayment, isRedirectUrl } from "../../../operations/payments/create-payment.ts";
import { readOpenPayment } from "../../../operations/payments/read-payment.ts";
import { CHARGE_LIFETIME_S, METADATA_BYTES_MAX } from "../../../payment/charge.ts";
import type { Checkout } from "../../../payment/payment.ts";
import { endpoint } from "../../endpoint.ts";
import { CHARGE } from "../../openapi/example-values.ts";
import { ownedPayments } from "../../payments/owned-payments.ts";
import { creatorOfCharge } from "../../request/merchant-actor.ts";
import { chargeOf } from "./charge-answer.ts";

/** The reference of a charge without a name. */
const UNNAMED = "Charge";

export const createCharge = endpoint({
  id: "createCharge",
  tag: "Charges",
  summary: "Create a charge",
  about:
    "Creates a payment of `local_price` that can be paid for an hour; its reference is the charge's name. Send the buyer " +
    "to `hosted_url`.",
  route: "POST /commerce/charges",
  caller: "partner",
  commerceKey: true,
  isForPos: true,
  merchant: "required",
  request: { body: CreateChargeBody },
  response: [201, ChargeResult],
  examples: {
    requests: {
      order: {
        name: CHARGE.name,
        description: CHARGE.description,
        pricing_type: "fixed_price",
        local_price: CHARGE.local_price,
        metadata: CHARGE.metadata,
      },
    },
    responses: { created: { data: CHARGE, warnings: [] } },
  },
  uses: [
    "payments",
    "charges",
    "chains",
    "idempotency",
    "fees",
    "faults",
    "paymentLifetimeMaxS",
    "allowsLocalRedirects",
    "nowS",
    "nowMs",
  ],
  async handle(services, call) {
    const { caller, merchantId, body } = call;
    const { name = UNNAMED, description, metadata, redirect_url: redirectUrl, cancel_url: cancelUrl } = body;
    checkMetadata(metadata ?? {});
    const checkout = redirectsOf(body, services.allowsLocalRedirects);
    const { answer } = await createPayment(
      services,
      { partnerId: caller.partnerId, merchantId, createdBy: creatorOfCharge(caller), fees: caller.fees },
      {
        amount: amountOf(body.local_price),
        referenceId: name,
        checkout,
        takesDeposits: body.deposit ?? true,
        expiresAtS: services.nowS() + Math.min(CHARGE_LIFETIME_S, services.paymentLifetimeMaxS),
        charge: {
          name,
          description: description ?? "",
          metadata: metadata ?? {},
          redirectUrl: redirectUrl ?? null,
          cancelUrl: cancelUrl ?? null,
        },
      },
      ({ id }) => ({ status: 201, body: id }),
      null,
    );
    const payment = await readOpenPayment(ownedPayments(services.payments, call), String(answer.body));
    const warnings = (redirectUrl || cancelUrl) && !checkout ? [NOT_REDIRECTED] : [];
    return { data: await chargeOf(services, call, payment), warnings };
  },
});

const NOT_REDIRECTED =
  "The buyer will not be redirected: both redirect_url and cancel_url must be https URLs without credentials";

/** JSON's numbers are doubles. */
const EXACT_DIGITS_MAX = 15;

type Body = Static<typeof CreateChargeBody>;

/** @throws Refusal params_validation */
function amountOf({ amount, currency: code }: Body["local_price"]): { readonly unit: string; readonly value: string } {
  const currency = findCurrency(code.toUpperCase());
  if (!currency) {
    throw invalid([{ field: "local_price.currency", message: "must be an ISO 4217 code, for example USD" }]);
  }
  if (typeof amount === "number" && String(amount).replace(/\D/g, "").length > EXACT_DIGITS_MAX) {
    throw invalid([{ field: "local_price.amount", message: "must be text: a number of this size is not exact" }]);
  }
  // Zeros beyond the currency's decimals are dropped: many shops write 100.00 in every currency.
  const text = String(amount).replace(/(\.[0-9]*?)0+$/, "$1");
  const value = parseStandardUnits(text.replace(/\.$/, ""), currency.decimals, FIAT_DIGITS_MAX);
  if (!value) {
    const message = `must be a positive decimal with at most ${currency.decimals} decimals`;
    throw invalid([{ field: "local_price.amount", message }]);
  }
  return { unit: fiatUnit(currency.code), value: value.toString() };
}

/** @throws Refusal params_validation */
function checkMetadata(metadata: object): void {
  if (Buffer.byteLength(JSON.stringify(metadata)) <= METADATA_BYTES_MAX) return;
  throw invalid([{ field: "metadata", message: `must have at most ${METADATA_BYTES_MAX} bytes of JSON` }]);
}

/** Null unless both can be used: a buyer who did not pay must not end on the page of success. */
function redirectsOf({ redirect_url: successUrl, cancel_url: errorUrl }: Body, allowsLocal: boolean): Checkout | null {
  if (!successUrl || !errorUrl) return null;
  const isUsable = isRedirectUrl(successUrl, allowsLocal) && isRedirectUrl(errorUrl, allowsLocal);
  return isUsable ? { successUrl, errorUrl } : null;
}
