// Changes that a second person approves, on the wire of the console.
import Type, { type Static } from "typebox";
import type { ChangeRequest } from "../../merchant/change-request.ts";
import { CreateSettlementsBody } from "../merchants/merchants.ts";
import * as wire from "../primitives.ts";

const id = Type.String({ pattern: `^[!-~]{1,${wire.ID_LENGTH_MAX}}$`, description: "an id" });

const { settlements } = CreateSettlementsBody.properties;

export const AskBody = wire.closed({
  merchantId: id,
  change: Type.Union([
    wire.closed({ type: Type.Literal("add"), settlements }),
    wire.closed({ type: Type.Literal("change"), settlementId: id, destination: wire.account }),
    wire.closed({ type: Type.Literal("remove"), settlementId: id }),
    wire.closed({ type: Type.Literal("delete_merchant") }),
  ]),
});
export type AskBody = Static<typeof AskBody>;

export const ChangeRequestsQuery = wire.closed({
  merchantId: Type.Optional(Type.String({ minLength: 1, description: "a merchant's id" })),
});

export const Asked = Type.Object({ id: Type.String() });

export const Decided = Type.Object({ id: Type.String(), status: wire.oneOf(["approved", "rejected", "withdrawn"]) });
export type Decided = Static<typeof Decided>;

export const SecondPersonBody = wire.closed({ isRequired: Type.Boolean() });

/** `requestId`: the request that a second person must approve first; null: done. */
export const SecondPersonChanged = Type.Object({
  isRequired: Type.Boolean(),
  requestId: wire.nullable(Type.String()),
});
export type SecondPersonChanged = Static<typeof SecondPersonChanged>;

const destination = Type.Object({ asset: Type.String(), destination: Type.String() });

export const ChangeRequests = Type.Object({
  /** Whether changes of destinations need a second person. */
  isRequired: Type.Boolean(),
  /** Users who may approve changes of the merchant that was asked for; of every merchant if none was. */
  approvers: Type.Integer(),
  requests: Type.Array(
    Type.Object({
      id: Type.String(),
      /** Null: about the partner. */
      merchantId: wire.nullable(Type.String()),
      merchantName: wire.nullable(Type.String()),
      type: wire.oneOf(["add", "change", "remove", "delete_merchant", "single_person"]),
      /** Destinations that it adds, or the one that it changes or removes. */
      before: Type.Array(destination),
      after: Type.Array(destination),
      askedBy: Type.Object({ id: Type.String(), name: wire.nullable(Type.String()) }),
      askedAt: wire.timestamp,
      expiresAt: wire.timestamp,
      /** Asked for by the caller, who may only withdraw it. */
      isOwn: Type.Boolean(),
      /** The setting has changed since the request, so it cannot be approved. */
      isOutdated: Type.Boolean(),
      /** Whether the caller may reject it, and approve it unless it is outdated. */
      mayDecide: Type.Boolean(),
    }),
  ),
});
export type ChangeRequests = Static<typeof ChangeRequests>;
type Shown = ChangeRequests["requests"][number];

export const requestShown = (
  { change, askedAt, expiresAt, ...request }: ChangeRequest,
  rights: Pick<Shown, "isOwn" | "mayDecide">,
): Shown => ({
  id: request.id,
  merchantId: request.merchantId,
  merchantName: request.merchantName,
  type: change.type,
  ...destinationsOf(change),
  askedBy: { ...request.askedBy },
  askedAt: askedAt.toISOString(),
  expiresAt: expiresAt.toISOString(),
  isOutdated: request.isOutdated,
  ...rights,
});

function destinationsOf(change: ChangeRequest["change"]): Pick<Shown, "before" | "after"> {
  if (change.type === "single_person" || change.type === "delete_merchant") return { before: [], after: [] };
  if (change.type === "add") return { before: [], after: change.settlements.map((pair) => ({ ...pair })) };
  const { asset } = change;
  const before = [{ asset, destination: change.before }];
  return { before, after: change.type === "change" ? [{ asset, destination: change.destination }] : [] };
}
