import type { Static } from "typebox";
import { CHARGES_LIMIT_DEFAULT, Charges, ChargesQuery } from "../../../contract/commerce/charges.ts";
import { mayBeId } from "../../../contract/primitives.ts";
import { merchantNotFound, paymentNotFound } from "../../../operations/errors/refusal.ts";
import { listPayments } from "../../../operations/lists/list-payments.ts";
import { type PaymentPosition, UNFILTERED } from "../../../payment/lists/list.ts";
import { endpoint } from "../../endpoint.ts";
import { CHARGE, CHARGE_PAGE } from "../../openapi/example-values.ts";
import { ownedPayments } from "../../payments/owned-payments.ts";
import type { Services } from "../../services.ts";
import { chargesOf } from "./charge-answer.ts";

const PATH = "/commerce/charges";

export const listCharges = endpoint({
  id: "listCharges",
  tag: "Charges",
  summary: "List charges",
  about: "The merchant's payments as charges, newest first unless `order` is `asc`. `total` counts all of them.",
  route: `GET ${PATH}`,
  caller: "partner",
  commerceKey: true,
  isForPos: true,
  merchant: "required",
  request: { query: ChargesQuery },
  response: [200, Charges],
  errors: { 404: ["payment_not_found"] },
  examples: { responses: { one: { pagination: CHARGE_PAGE, data: [CHARGE], warnings: [] } } },
  uses: ["payments", "lists", "charges", "chains"],
  async handle(services, call) {
    const { caller, merchantId, query, settings } = call;
    const { limit = CHARGES_LIMIT_DEFAULT, order = "desc", starting_after, ending_before } = query;
    // Backwards, the list is read in the opposite order.
    const isBackwards = starting_after === undefined && ending_before !== undefined;
    const direction = isBackwards ? OPPOSITE[order] : order;
    if (!(await services.lists.knowsMerchant(caller.partnerId, merchantId))) throw merchantNotFound();
    const payments = ownedPayments(services.payments, call);
    const after = await positionOf(payments, query);
    const filter = {
      ...UNFILTERED,
      partnerId: caller.partnerId,
      merchantIds: [merchantId],
      creatorId: caller.creatorId,
    };
    const page = await listPayments(services, filter, { by: "date", direction }, after, limit);
    const data = await chargesOf(services, call, isBackwards ? page.payments.toReversed() : page.payments);
    const [first, last] = [data[0]?.id, data.at(-1)?.id];
    const hasMore = page.end !== null;
    const uri = (from: "starting_after" | "ending_before", id: string | undefined, isThere: boolean) =>
      isThere && id !== undefined
        ? `${settings.publicUrl}${PATH}?${new URLSearchParams({ limit: String(limit), order, [from]: id })}`
        : null;
    const pagination: Static<typeof Charges>["pagination"] = {
      order,
      starting_after: starting_after ?? null,
      ending_before: ending_before ?? null,
      total: Number(page.statistics.payments),
      limit,
      yielded: data.length,
      cursor_range: first === undefined || last === undefined ? [] : [first, last],
      previous_uri: uri("ending_before", first, isBackwards ? hasMore : starting_after !== undefined),
      next_uri: uri("starting_after", last, isBackwards || hasMore),
    };
    return { pagination, data, warnings: [] };
  },
});

const OPPOSITE = { asc: "desc", desc: "asc" } as const;

/** @throws Refusal payment_not_found: not a charge of the merchant */
async function positionOf(
  payments: Pick<Services["payments"], "findForBuyer">,
  query: Static<typeof ChargesQuery>,
): Promise<PaymentPosition | null> {
  const id = query.starting_after ?? query.ending_before;
  if (id === undefined) return null;
  const payment = mayBeId(id) ? await payments.findForBuyer(id) : null;
  if (!payment) throw paymentNotFound();
  return { standard: null, createdAt: payment.createdAt.toISOString(), id };
}
