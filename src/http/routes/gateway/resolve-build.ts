import { FetchBody, FetchedActions, walletRpcToWire } from "../../../contract/gateway.ts";
import { resolveBuild as resolve } from "../../../operations/resolve-build.ts";
import { gatewayEndpoint } from "../../endpoint.ts";

export const resolveBuild = gatewayEndpoint({
  method: "POST",
  path: "/v1/gateway/payment/:id/fetch",
  body: FetchBody,
  response: FetchedActions,
  async handle(services, { params, body }) {
    const actions = await resolve(services, params.id, body.optionId);
    return { actions: actions.map(walletRpcToWire) };
  },
});
