// The ids in a request's path and in Merchant-Id. Operations check whether they exist; texts that cannot be ids are
// refused as unknown here, before they reach the database.
import { mayBeId } from "../../contract/primitives.ts";
import { type Exchange, headerOf } from "../exchange.ts";
import { RequestError } from "../request-error.ts";

export function checkPathIds({ request, endpoint }: Exchange): void {
  const params = request.params as Readonly<Record<string, string>>;
  for (const name in params) {
    if (!mayBeId(params[name] ?? "")) throw new RequestError(endpoint.unknownId);
  }
}

/** Clients of Coinbase Commerce cannot name a merchant. */
const NO_MERCHANT = "Use a key of the role pos, which belongs to one merchant, or send the header Merchant-Id";

/** A point of sale need not name its merchant, and cannot name another. */
export function readMerchantId(exchange: Exchange): void {
  const { merchant, unknownId } = exchange.endpoint;
  if (merchant === "none") return;
  const own = exchange.caller?.type === "key" ? exchange.caller.merchantId : null;
  const merchantId = headerOf(exchange.request, "merchant-id") ?? own;
  if (merchantId === null && merchant === "required") {
    throw new RequestError("missing_merchant_id", exchange.endpoint.commerceKey ? { message: NO_MERCHANT } : {});
  }
  if (merchantId !== null && (!mayBeId(merchantId) || (own !== null && merchantId !== own))) {
    throw new RequestError(merchant === "required" ? "merchant_not_found" : unknownId);
  }
  exchange.merchantId = merchantId;
}
