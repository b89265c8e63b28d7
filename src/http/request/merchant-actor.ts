// Callers as actors of the audit log.
import type { Actor } from "../../merchant/audit.ts";
import type { MerchantActor } from "../../merchant/merchant.ts";
import type { CreatedBy } from "../../payment/created-by.ts";
import type { KeyCaller } from "./caller.ts";

export const byCaller = ({ keyId, address, session }: Pick<KeyCaller, "keyId" | "address" | "session">): Actor => ({
  actor: address === null ? keyId : `${keyId}@${address}`,
  via: session ? "console" : "api",
});

/** Who creates a payment with this call. A session of a key is that of the server's key. */
export function creatorOf({ keyId: id, role, session }: Pick<KeyCaller, "keyId" | "role" | "session">): CreatedBy {
  if (session?.till) return { type: "till", id };
  if (session?.user) return { type: "user", id };
  return { type: role === "pos" ? "pos" : "server", id };
}

/** Who creates a payment by a charge. A point of sale still reaches its own. */
export function creatorOfCharge(caller: Pick<KeyCaller, "keyId" | "role" | "session">): CreatedBy {
  const creator = creatorOf(caller);
  return creator.type === "server" ? { ...creator, type: "charge" } : creator;
}

/**
 * Whose idempotency keys, long polls and limits a call shares: a partner's servers have theirs together, each point of
 * sale, till and user its own. Null: the servers'.
 */
export function classOf(caller: Pick<KeyCaller, "keyId" | "role" | "session">): string | null {
  const { type, id } = creatorOf(caller);
  return type === "server" ? null : id;
}

/** The actor on the merchant in the request's path. */
export const actorOf = ({
  caller,
  params,
}: {
  readonly caller: KeyCaller;
  readonly params: { readonly merchantId: string };
}): MerchantActor => ({ partnerId: caller.partnerId, merchantId: params.merchantId, ...byCaller(caller) });
