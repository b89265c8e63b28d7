// Requires the key itself besides the session where the endpoint asks for it: an unattended screen must not be enough
// to redirect money or create keys.
import { hashApiKey } from "../../merchant/api-key.ts";
import { type Exchange, headerOf } from "../exchange.ts";
import { RequestError } from "../request-error.ts";
import { refuseOtherAddresses } from "./authenticate.ts";

export async function confirmKey({ endpoint, request, services, caller }: Exchange): Promise<void> {
  if (!endpoint.asksForKeyAgain) return;
  const apiKey = headerOf(request, "api-key");
  if (apiKey === null) throw new RequestError("missing_api_key");
  const hash = hashApiKey(apiKey);
  const key = hash && (await services.keys.findLive(hash));
  if (key?.role !== "partner" || caller?.type !== "key" || key.partnerId !== caller.partnerId) {
    throw new RequestError("invalid_api_key", { message: "This is not one of your live keys with the role partner" });
  }
  refuseOtherAddresses(key, request.ip);
}
