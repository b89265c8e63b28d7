// Accepting and rejecting the address that a refund waits with.
import { ClaimDecisionBody, Refund, refundToWire } from "../../../contract/payments/refunds.ts";
import { decideClaim } from "../../../operations/refunds/buyer-address.ts";
import { MANAGERS } from "../../console-permissions.ts";
import { endpoint } from "../../endpoint.ts";
import { BUYER, REFUND } from "../../openapi/example-values.ts";
import { ownedRefund } from "../../payments/owned-refund.ts";
import { shownAssets } from "../../payments/shown-asset.ts";
import { byCaller } from "../../request/merchant-actor.ts";

const decision = (isAccepted: boolean) =>
  ({
    tag: "Refunds",
    caller: "partner",
    console: MANAGERS,
    merchant: "optional",
    idempotency: "optional",
    request: { body: ClaimDecisionBody },
    response: [200, Refund],
    errors: { 400: ["invalid_state"] },
    examples: {
      requests: { shown: { account: BUYER } },
      responses: { decided: isAccepted ? REFUND : { ...REFUND, status: "requires_address" } },
    },
    uses: ["refunds", "chains"],
  }) as const;

export const acceptRefundAddress = endpoint({
  ...decision(true),
  id: "acceptRefundAddress",
  summary: "Accept the address that a refund waits with",
  about: "`account` is the one that was shown, so that an address named meanwhile is not accepted unseen.",
  route: "POST /v1/refunds/:id/accept",
  handle: ({ chains }, call) =>
    call.once(async (tx) => {
      const { caller, body, settings } = call;
      const claim = { partnerId: caller.partnerId, userId: caller.keyId, account: body.account, isAccepted: true };
      const refund = await decideClaim(tx, await ownedRefund(tx, call), claim, byCaller(caller));
      return refundToWire(refund, shownAssets(chains), settings.publicUrl);
    }),
});

export const rejectRefundAddress = endpoint({
  ...decision(false),
  id: "rejectRefundAddress",
  summary: "Reject the address that a refund waits with",
  about: "The buyer can name another one.",
  route: "POST /v1/refunds/:id/reject",
  handle: ({ chains }, call) =>
    call.once(async (tx) => {
      const { caller, body, settings } = call;
      const claim = { partnerId: caller.partnerId, userId: caller.keyId, account: body.account, isAccepted: false };
      const refund = await decideClaim(tx, await ownedRefund(tx, call), claim, byCaller(caller));
      return refundToWire(refund, shownAssets(chains), settings.publicUrl);
    }),
});
