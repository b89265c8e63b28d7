// Changes of destinations that a second person approves: asked for, decided, and validated again when they are applied.
import { newId } from "../../ids.ts";
import type { Actor } from "../../merchant/audit.ts";
import { OPEN_OF_PERSON_MAX, OPEN_REQUESTS_MAX, type RequestedChange } from "../../merchant/change-request.ts";
import type { MerchantActor } from "../../merchant/merchant.ts";
import { invalid, merchantMissing, Refusal, requestMissing, settlementMissing } from "../errors/refusal.ts";
import type { PaymentChains } from "../ports/chain/payment-chain.ts";
import type { ChangeSettlementPorts } from "./change-settlement.ts";
import { type CreateSettlementsPorts, checkedPairs, repeated } from "./create-settlements.ts";
import type { DeleteMerchantPorts } from "./delete-merchant.ts";
import { destinationCheck } from "./destination-check.ts";
import type { RemoveSettlementPorts } from "./remove-settlement.ts";

type Settlements = CreateSettlementsPorts["settlements"] &
  ChangeSettlementPorts["settlements"] &
  RemoveSettlementPorts["settlements"];

/** The stores inside the transaction that applies a change. */
interface Approved extends DeleteMerchantPorts {
  readonly settlements: Settlements;
}

type DestinationChange = Exclude<RequestedChange, { type: "single_person" }>;

export type DecisionOutcome =
  | { readonly outcome: "done" }
  /** Unknown, or not about the caller's merchants. */
  | { readonly outcome: "not_found" }
  /** The user may not decide this one, for example because they asked for it. */
  | { readonly outcome: "not_allowed" }
  | { readonly outcome: "closed"; readonly status: "approved" | "rejected" | "withdrawn" | "outdated" | "expired" };

/** A request as the target of a user's decision. */
export interface RequestPlace {
  readonly partnerId: string;
  readonly requestId: string;
  readonly userId: string;
  /** The merchants that the user is limited to; null: all. */
  readonly merchantIds: readonly string[] | null;
}

export interface ChangeRequestPorts {
  readonly changeRequests: {
    /** The same request of the same user is asked for once. */
    ask(
      place: { readonly partnerId: string; readonly merchantId: string | null; readonly userId: string },
      change: RequestedChange,
      by: Actor,
    ): Promise<
      | { readonly outcome: "asked"; readonly id: string }
      | { readonly outcome: "merchant_not_found" }
      /** The merchant, or the user, has as many open ones as are allowed. */
      | { readonly outcome: "too_many"; readonly of: "merchant" | "user" }
    >;
    reject(place: RequestPlace, by: Actor): Promise<DecisionOutcome>;
    withdraw(place: RequestPlace, by: Actor): Promise<DecisionOutcome>;
    /**
     * @param apply applies the change in the transaction that closes the request, with the merchant locked; false if
     *   it is outdated, and then without having written
     */
    approve(
      place: RequestPlace,
      by: Actor,
      apply: (change: DestinationChange, owner: MerchantActor, approved: Approved) => Promise<boolean>,
    ): Promise<DecisionOutcome>;
  };
}

/** A change as its asker sends it. */
export type AskedChange =
  | Extract<RequestedChange, { type: "add" }>
  | { readonly type: "change"; readonly settlementId: string; readonly destination: string }
  | { readonly type: "remove"; readonly settlementId: string }
  | { readonly type: "delete_merchant" };

interface AskPorts extends ChangeRequestPorts {
  readonly settlements: Pick<Settlements, "find" | "needsSecondPerson">;
  readonly chains: PaymentChains;
}

/** @throws Refusal not_found, params_validation, settlement_asset_conflict, limit_exceeded, invalid_state */
export async function askForChange(
  ports: AskPorts,
  owner: MerchantActor & { readonly userId: string },
  asked: AskedChange,
): Promise<{ readonly id: string }> {
  if (!(await ports.settlements.needsSecondPerson(owner.partnerId))) {
    throw new Refusal("invalid_state", "Changes of destinations need no second person: make the change itself");
  }
  return askFor(ports, owner, await completed(ports, owner, asked));
}

/** @throws Refusal not_found, limit_exceeded */
export async function askFor(
  { changeRequests }: ChangeRequestPorts,
  place: Actor & { readonly partnerId: string; readonly merchantId: string | null; readonly userId: string },
  change: RequestedChange,
): Promise<{ readonly id: string }> {
  const { actor, via } = place;
  const outcome = await changeRequests.ask(place, change, { actor, via });
  if (outcome.outcome === "merchant_not_found") throw merchantMissing();
  if (outcome.outcome === "too_many") throw new Refusal("limit_exceeded", TOO_MANY[outcome.of]);
  return { id: outcome.id };
}

const TOO_MANY = {
  merchant: `${OPEN_REQUESTS_MAX} changes of this merchant wait for approval already`,
  user: `${OPEN_OF_PERSON_MAX} changes that you asked for wait for approval already: withdraw some first`,
} as const;

/** The change with the present destination. @throws Refusal not_found, params_validation, settlement_asset_conflict */
async function completed(
  { settlements, chains }: AskPorts,
  { partnerId, merchantId }: MerchantActor,
  asked: AskedChange,
): Promise<RequestedChange> {
  if (asked.type === "delete_merchant") return asked;
  const check = destinationCheck(chains, partnerId);
  if (asked.type === "add") return { type: "add", settlements: checkedPairs(asked.settlements, check) };
  const current = await settlements.find(partnerId, merchantId, asked.settlementId);
  if (!current) throw settlementMissing();
  const { id: settlementId, asset, destination: before } = current;
  if (asked.type === "remove") return { type: "remove", settlementId, asset, before };
  const result = check({ asset, destination: asked.destination });
  if (!result.ok) throw invalid([{ field: result.field, message: result.message }]);
  return { type: "change", settlementId, asset, before, destination: result.destination };
}

/** @throws Refusal not_found, forbidden, request_closed */
export async function approveChange(
  { changeRequests, chains }: ChangeRequestPorts & { readonly chains: PaymentChains },
  place: RequestPlace,
  by: Actor,
): Promise<void> {
  explain(await changeRequests.approve(place, by, (change, owner, approved) => apply(change, owner, approved, chains)));
}

/** @throws Refusal not_found, forbidden, request_closed */
export const rejectChange = async (ports: ChangeRequestPorts, place: RequestPlace, by: Actor): Promise<void> =>
  explain(await ports.changeRequests.reject(place, by));

/** @throws Refusal not_found, forbidden, request_closed */
export const withdrawChange = async (ports: ChangeRequestPorts, place: RequestPlace, by: Actor): Promise<void> =>
  explain(await ports.changeRequests.withdraw(place, by));

async function apply(
  change: DestinationChange,
  owner: MerchantActor,
  { settlements, merchants }: Approved,
  chains: PaymentChains,
): Promise<boolean> {
  if (change.type === "delete_merchant") return merchants.remove(owner.partnerId, owner.merchantId, owner);
  const check = destinationCheck(chains, owner.partnerId);
  if (change.type === "add") {
    if (!change.settlements.every((pair) => check(pair).ok) || repeated(change.settlements).length > 0) return false;
    const added = change.settlements.map((pair) => ({ id: newId("cryptoSettlement"), ...pair }));
    return (await settlements.insert(owner, added)).outcome === "inserted";
  }
  const { settlementId: id, asset } = change;
  const current = await settlements.find(owner.partnerId, owner.merchantId, id);
  if (current?.destination !== change.before) return false;
  if (change.type === "remove") return settlements.remove(owner, id);
  if (!check({ asset, destination: change.destination }).ok) return false;
  return (await settlements.change(owner, id, change.destination)) !== null;
}

const WHY_CLOSED = {
  approved: "Somebody has already approved this",
  rejected: "Somebody has already rejected this",
  withdrawn: "This was withdrawn",
  expired: "This has expired: ask for it again",
  outdated: "What this changes is no longer as it was when this was asked for: nothing was changed",
} as const;

function explain(outcome: DecisionOutcome): void {
  if (outcome.outcome === "not_found") throw requestMissing();
  if (outcome.outcome === "not_allowed") throw new Refusal("forbidden", "You may not decide this request");
  if (outcome.outcome === "closed") throw new Refusal("request_closed", WHY_CLOSED[outcome.status]);
}
