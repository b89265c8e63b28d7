import { FetchBody, FetchedActions, walletRpcToWire } from "../../../contract/gateway/gateway.ts";
import { resolveBuild as resolve } from "../../../operations/gateway/resolve-build.ts";
import { endpoint } from "../../endpoint.ts";
import { OPTION_ID } from "../../openapi/example-values.ts";

export const resolveBuild = endpoint({
  id: "resolveBuild",
  tag: "Gateway",
  summary: "Resolve a build action into the actions to execute",
  about: "Execute all returned actions, in order.",
  route: "POST /v1/gateway/payment/:id/fetch",
  caller: "wallet",
  request: { body: FetchBody },
  response: [200, FetchedActions],
  errors: {
    400: ["invalid_state"],
    409: ["quote_expired"],
    410: ["payment_expired"],
    451: ["sanctioned_user"],
  },
  examples: {
    requests: { build: { optionId: OPTION_ID, data: "sign" } },
    responses: {
      typedData: {
        actions: [
          {
            type: "walletRpc",
            data: {
              chain_id: "eip155:8453",
              method: "eth_signTypedData_v4",
              params: [
                "0x70997970C51812dc3A010C7d01b50e0d17dc79C8",
                '{"domain":{"name":"USD Coin"},"primaryType":"ReceiveWithAuthorization","types":{},"message":{}}',
              ],
            },
          },
        ],
      },
    },
  },
  uses: [
    "payments",
    "paymentLinks",
    "chains",
    "intents",
    "screening",
    "optionKeys",
    "optionFacts",
    "optionLifetimeS",
    "fees",
    "rates",
    "log",
    "throttle",
    "nowS",
  ],
  async handle(services, { params, body }) {
    const actions = await resolve(services, params.id, body.optionId);
    return { actions: actions.map(walletRpcToWire) };
  },
});
