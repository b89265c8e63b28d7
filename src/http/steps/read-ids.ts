// The ids in a request's path and in Merchant-Id. Operations check whether they exist; texts that cannot be ids are
// refused as unknown here, before they reach the database, and so are merchants that the caller is not limited to.
import { mayBeId } from "../../contract/primitives.ts";
import type { Exchange } from "../exchange.ts";
import { headerOf } from "../request/header.ts";
import { RequestError } from "../request/request-error.ts";

export function checkPathIds({ request, endpoint, caller }: Exchange): void {
  const params = request.params as Readonly<Record<string, string>>;
  const { merchantId } = params;
  if (merchantId !== undefined && !mayUseMerchant(caller, merchantId)) throw new RequestError(endpoint.unknownId);
  for (const name in params) {
    if (!mayBeId(params[name] ?? "")) throw new RequestError(endpoint.unknownId);
  }
}

/** Clients of Coinbase Commerce cannot name a merchant. */
const NO_MERCHANT =
  "Use a key of the role charges or pos, which belongs to one merchant, or send the header Merchant-Id";

const limitOf = (caller: Exchange["caller"]): readonly string[] | null =>
  caller?.type === "key" ? caller.merchantIds : null;

const mayUseMerchant = (caller: Exchange["caller"], merchantId: string): boolean =>
  limitOf(caller)?.includes(merchantId) ?? true;

/** A caller limited to one merchant, such as a point of sale, need not name it, and cannot name another one. */
export function readMerchantId(exchange: Exchange): void {
  const { merchant, unknownId } = exchange.endpoint;
  if (merchant === "none") return;
  const limit = limitOf(exchange.caller);
  const [own = null] = limit?.length === 1 ? limit : [];
  const merchantId = headerOf(exchange.request, "merchant-id") ?? own;
  if (merchantId === null && merchant === "required") {
    throw new RequestError("missing_merchant_id", exchange.endpoint.commerceKey ? { message: NO_MERCHANT } : {});
  }
  if (merchantId !== null && (!mayBeId(merchantId) || !mayUseMerchant(exchange.caller, merchantId))) {
    throw new RequestError(merchant === "required" ? "merchant_not_found" : unknownId);
  }
  exchange.merchantId = merchantId;
}
