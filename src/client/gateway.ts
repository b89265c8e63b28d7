// The gateway's side of the interface, which a buyer's wallet speaks, as typed calls in the wire's own form.
import type { Static } from "typebox";
import type { ConfirmBody, FetchBody, FetchedActions, Options, OptionsBody, PaymentInfo } from "../contract/gateway.ts";
import type { Cancellation, StatusResult } from "../contract/payments.ts";
import { type CallOptions, type HeldOptions, held, segment } from "./call.ts";
import { type ConnectionOptions, connect } from "./connect.ts";
import { type Request, send } from "./send.ts";

/** A key, or the public id of a registered wallet app with an id of this client's own choice. */
export type GatewayCaller =
  | { readonly apiKey: string; readonly appId?: never; readonly clientId?: never }
  | { readonly appId: string; readonly clientId: string; readonly apiKey?: never };

export type GatewayClientOptions = ConnectionOptions & GatewayCaller;

export type GatewayClient = ReturnType<typeof createGatewayClient>;

/**
 * Every call rejects with an ApiError where the service refuses (409: the option's quote ended, 410: the payment expired),
 * with a NoAnswerError where none came after all retries. Each may be repeated: the service gives the present state.
 */
export function createGatewayClient(options: GatewayClientOptions) {
  const { apiKey, appId, clientId } = options;
  const connection = connect(options, { "api-key": apiKey, "app-id": appId, "client-id": clientId });
  const call = <Answer>(paymentId: string, path: string, request: Omit<Request, "path">) =>
    send<Answer>(connection, { ...request, path: `/v1/gateway/payment/${segment(paymentId)}${path}` });
  return {
    payment: (paymentId: string, { signal }: CallOptions = {}) =>
      call<Static<typeof PaymentInfo>>(paymentId, "", { method: "GET", signal }),

    /** @param body.accounts all accounts of the buyer, CAIP-10, on every chain */
    options: (paymentId: string, body: Static<typeof OptionsBody>, { signal }: CallOptions = {}) =>
      call<Static<typeof Options>>(paymentId, "/options", { method: "POST", body, signal }),

    /** What a build action resolves to, to be executed in order. */
    fetch: (paymentId: string, body: Static<typeof FetchBody>, { signal }: CallOptions = {}) =>
      call<Static<typeof FetchedActions>>(paymentId, "/fetch", { method: "POST", body, signal }),

    /** @param body.results of the executed actions, in their order and number: signatures and transaction hashes */
    confirm: (paymentId: string, body: Static<typeof ConfirmBody>, options: HeldOptions = {}) =>
      call<Static<typeof StatusResult>>(paymentId, "/confirm", { method: "POST", body, ...held(options) }),

    status: (paymentId: string, options: HeldOptions = {}) =>
      call<Static<typeof StatusResult>>(paymentId, "/status", { method: "GET", ...held(options) }),

    cancel: (paymentId: string, { signal }: CallOptions = {}) =>
      call<Static<typeof Cancellation>>(paymentId, "/cancel", { method: "POST", body: {}, signal }),
  };
}
