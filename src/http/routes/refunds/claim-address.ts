import { RefundAddress, RefundAddressBody } from "../../../contract/payments/refunds.ts";
import { claimAddress } from "../../../operations/refunds/buyer-address.ts";
import { endpoint } from "../../endpoint.ts";
import { BUYER, PAYMENT_ID } from "../../openapi/example-values.ts";

export const claimRefundAddress = endpoint({
  id: "claimRefundAddress",
  tag: "Gateway",
  summary: "Name the account for a deposit's refund, as the buyer",
  about:
    "For a payment made by a deposit, of which a refund is `requires_address`: who sent the deposit may be an exchange, " +
    "so the buyer names an own account. The merchant sees it in full and accepts or rejects it. One account can wait at " +
    "a time.",
  route: "POST /v1/gateway/payment/:id/refund-address",
  caller: "wallet",
  request: { body: RefundAddressBody },
  response: [200, RefundAddress],
  errors: { 400: ["invalid_state"] },
  examples: {
    requests: { account: { account: BUYER } },
    responses: { named: { paymentId: PAYMENT_ID, account: BUYER } },
  },
  uses: ["payments", "refunds", "chains", "followed", "screening", "log", "throttle"],
  async handle(services, { params: { id }, body }) {
    return { paymentId: id, account: await claimAddress(services, id, body.account) };
  },
});
