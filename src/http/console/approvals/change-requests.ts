// Changes of destinations that a second person approves, and whether one is required. Only people ask and decide, each
// with their own session: a key can be shared.

import {
  AskBody,
  Asked,
  ChangeRequests,
  ChangeRequestsQuery,
  Decided,
  requestShown,
  SecondPersonBody,
  SecondPersonChanged,
} from "../../../contract/console/change-requests.ts";
import { APPROVERS, type ChangeRequest } from "../../../merchant/change-request.ts";
import { isLivemode } from "../../../merchant/mode.ts";
import { merchantMissing, Refusal } from "../../../operations/errors/refusal.ts";
import {
  approveChange,
  askFor,
  askForChange,
  rejectChange,
  withdrawChange,
} from "../../../operations/merchants/change-requests.ts";
import { DECIDERS, MANAGERS, OWNERS_IN_PERSON } from "../../console-permissions.ts";
import { endpoint } from "../../endpoint.ts";
import { withinReach } from "../../lists/payment-filter.ts";
import type { KeyCaller } from "../../request/caller.ts";
import { byCaller } from "../../request/merchant-actor.ts";
import { CONSOLE_API } from "../../request/session-cookie.ts";
import { sessionOf } from "../people/session.ts";

const PATH = `${CONSOLE_API}/change-requests`;

const placeOf = ({ partnerId, keyId: userId, merchantIds }: KeyCaller, requestId: string) => ({
  partnerId,
  requestId,
  userId,
  merchantIds,
});

function rightsOf(caller: KeyCaller, { askedBy }: ChangeRequest) {
  const { user, role } = sessionOf(caller);
  const isOwn = user?.id === askedBy.id;
  return { isOwn, mayDecide: user !== null && !isOwn && APPROVERS.some((approver) => approver === role) };
}

export const listRequests = endpoint({
  route: `GET ${PATH}`,
  caller: "console",
  console: MANAGERS,
  request: { query: ChangeRequestsQuery },
  response: [200, ChangeRequests],
  uses: ["changeRequests", "secondPerson"],
  async handle({ changeRequests, secondPerson }, { caller, query: { merchantId } }) {
    const [isRequired, approvers, requests] = await Promise.all([
      secondPerson.isRequired(caller.partnerId),
      secondPerson.countApprovers(caller.partnerId, merchantId ?? null),
      changeRequests.list(caller.partnerId, withinReach(caller, merchantId === undefined ? undefined : [merchantId])),
    ]);
    return {
      isRequired: isRequired ?? false,
      approvers,
      requests: requests.map((request) => requestShown(request, rightsOf(caller, request))),
    };
  },
});

export const askForRequest = endpoint({
  route: `POST ${PATH}`,
  caller: "console",
  console: DECIDERS,
  asksForKeyAgain: true,
  request: { body: AskBody },
  response: [201, Asked],
  uses: ["changeRequests", "settlements", "chains"],
  async handle(services, { caller, body: { merchantId, change } }) {
    const { partnerId, merchantIds, keyId: userId } = caller;
    if (merchantIds !== null && !merchantIds.includes(merchantId)) throw merchantMissing();
    return askForChange(services, { partnerId, merchantId, userId, ...byCaller(caller) }, change);
  },
});

export const approveRequest = endpoint({
  route: `POST ${PATH}/:id/approve`,
  caller: "console",
  console: DECIDERS,
  asksForKeyAgain: true,
  response: [200, Decided],
  uses: ["changeRequests", "chains"],
  async handle(services, { caller, params: { id } }) {
    await approveChange(services, placeOf(caller, id), byCaller(caller));
    return { id, status: "approved" as const };
  },
});

/** Rejecting changes no money's way and may be urgent, so it asks for no proof. */
export const rejectRequest = endpoint({
  route: `POST ${PATH}/:id/reject`,
  caller: "console",
  console: DECIDERS,
  response: [200, Decided],
  uses: ["changeRequests"],
  async handle(services, { caller, params: { id } }) {
    await rejectChange(services, placeOf(caller, id), byCaller(caller));
    return { id, status: "rejected" as const };
  },
});

export const withdrawRequest = endpoint({
  route: `POST ${PATH}/:id/withdraw`,
  caller: "console",
  console: DECIDERS,
  response: [200, Decided],
  uses: ["changeRequests"],
  async handle(services, { caller, params: { id } }) {
    await withdrawChange(services, placeOf(caller, id), byCaller(caller));
    return { id, status: "withdrawn" as const };
  },
});

/** Requiring a second person takes effect at once; no longer requiring one needs the second person. */
export const changeSecondPerson = endpoint({
  route: `PUT ${CONSOLE_API}/second-person`,
  caller: "console",
  console: OWNERS_IN_PERSON,
  asksForKeyAgain: true,
  request: { body: SecondPersonBody },
  response: [200, SecondPersonChanged],
  uses: ["changeRequests", "secondPerson"],
  async handle({ changeRequests, secondPerson }, { caller, body }) {
    const { partnerId, keyId: userId } = caller;
    const by = byCaller(caller);
    if (body.isRequired) {
      if (!isLivemode(partnerId)) throw new Refusal("invalid_state", "Require a second person in live mode");
      if ((await secondPerson.require(partnerId, by)) === "required") return { isRequired: true, requestId: null };
      throw new Refusal("invalid_state", "Invite another owner or manager of all merchants first");
    }
    if (!(await secondPerson.isRequired(partnerId))) return { isRequired: false, requestId: null };
    const place = { partnerId, merchantId: null, userId, ...by };
    const { id } = await askFor({ changeRequests }, place, { type: "single_person" });
    return { isRequired: true, requestId: id };
  },
});
