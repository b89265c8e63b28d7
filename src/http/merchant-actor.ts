// Who does something to the merchant in a request's path.
import type { MerchantActor } from "../merchant/merchant.ts";
import type { KeyCaller } from "./caller.ts";

export const actorOf = ({
  caller,
  params,
}: {
  readonly caller: KeyCaller;
  readonly params: { readonly merchantId: string };
}): MerchantActor => ({ partnerId: caller.partnerId, merchantId: params.merchantId, actor: caller.keyId });
