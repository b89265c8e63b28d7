// Requires more than the session where the endpoint asks for it: the key itself, or a user's proof of identity. An
// unattended screen must not be enough to redirect money, create keys or invite users.
import { hashApiKey } from "../../merchant/api-key.ts";
import type { Exchange } from "../exchange.ts";
import { headerOf } from "../request/header.ts";
import { RequestError } from "../request/request-error.ts";
import { refuseOtherAddresses } from "./authenticate.ts";

export async function confirmKey({ endpoint, request, services, caller }: Exchange): Promise<void> {
  if (!endpoint.asksForKeyAgain) return;
  const session = caller?.type === "key" ? caller.session : null;
  if (session?.user) {
    if (await services.sessions.takeConfirmation(session.hash)) return;
    throw new RequestError("forbidden", { message: "Confirm that it is you, then try again" });
  }
  const apiKey = headerOf(request, "api-key");
  if (apiKey === null) throw new RequestError("missing_api_key");
  const hash = hashApiKey(apiKey);
  const key = hash && (await services.keys.findLive(hash));
  if (key?.role !== "partner" || caller?.type !== "key" || key.partnerId !== caller.partnerId) {
    throw new RequestError("invalid_api_key", { message: "This is not one of your live keys with the role partner" });
  }
  refuseOtherAddresses(key, request.address);
}
