// Callers as actors of the audit log.
import type { Actor } from "../../merchant/audit.ts";
import type { MerchantActor } from "../../merchant/merchant.ts";
import type { KeyCaller } from "./caller.ts";

export const byCaller = ({ keyId, address, session }: Pick<KeyCaller, "keyId" | "address" | "session">): Actor => ({
  actor: address === null ? keyId : `${keyId}@${address}`,
  via: session ? "console" : "api",
});

/** The actor on the merchant in the request's path. */
export const actorOf = ({
  caller,
  params,
}: {
  readonly caller: KeyCaller;
  readonly params: { readonly merchantId: string };
}): MerchantActor => ({ partnerId: caller.partnerId, merchantId: params.merchantId, ...byCaller(caller) });
