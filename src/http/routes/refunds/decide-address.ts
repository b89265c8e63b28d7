// Accepting and rejecting the address that a refund waits with.
import type { Static } from "typebox";
import { ClaimDecisionBody, Refund, refundToWire } from "../../../contract/payments/refunds.ts";
import { decideClaim } from "../../../operations/refunds/buyer-address.ts";
import { DECIDERS, MANAGERS } from "../../console-permissions.ts";
import { endpoint } from "../../endpoint.ts";
import { BUYER, REFUND } from "../../openapi/example-values.ts";
import { ownedRefund } from "../../payments/owned-refund.ts";
import { shownAssets } from "../../payments/shown-asset.ts";
import type { KeyCaller } from "../../request/caller.ts";
import { byCaller } from "../../request/merchant-actor.ts";
import type { Services } from "../../services.ts";
import type { Settings } from "../../settings.ts";

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
    uses: ["refunds", "chains", "settlements"],
  }) as const;

type DecisionCall = Parameters<typeof ownedRefund>[1] & {
  readonly caller: KeyCaller;
  readonly body: Static<typeof ClaimDecisionBody>;
  readonly settings: Pick<Settings, "publicUrl">;
};

async function decide(
  services: Pick<Services, "refunds" | "chains" | "settlements">,
  call: DecisionCall,
  isAccepted: boolean,
) {
  const { caller, body, settings } = call;
  const { partnerId, keyId: userId, session } = caller;
  const isApprover = session?.user != null && DECIDERS.roles.includes(session.role);
  const claim = { partnerId, userId, isApprover, account: body.account, isAccepted };
  const refund = await decideClaim(services, await ownedRefund(services, call), claim, byCaller(caller));
  return refundToWire(refund, shownAssets(services.chains), settings.publicUrl);
}

export const acceptRefundAddress = endpoint({
  ...decision(true),
  id: "acceptRefundAddress",
  summary: "Accept the address that a refund waits with",
  about:
    "`account` is the one that was shown, so that an address named meanwhile is not accepted unseen. Where the partner " +
    "requires a second person, only owners and managers accept it, in the console, and two of them have to: after the " +
    "first, the refund stays `requires_address`, and `claim.acceptedBy` names them. A person who sent `to` is the first; " +
    "a key is nobody.",
  route: "POST /v1/refunds/:id/accept",
  handle: ({ chains }, call) => call.once((tx) => decide({ ...tx, chains }, call, true)),
});

export const rejectRefundAddress = endpoint({
  ...decision(false),
  id: "rejectRefundAddress",
  summary: "Reject the address that a refund waits with",
  about: "The buyer can name another one.",
  route: "POST /v1/refunds/:id/reject",
  handle: ({ chains }, call) => call.once((tx) => decide({ ...tx, chains }, call, false)),
});
