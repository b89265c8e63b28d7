// Typed calls of the gateway API, which buyers' wallets use.
import type { Static } from "typebox";
import type { DepositAddress, DepositBody } from "../contract/deposits/deposits.ts";
import type {
  ConfirmBody,
  FetchBody,
  FetchedActions,
  Options,
  OptionsBody,
  PaymentInfo,
} from "../contract/gateway/gateway.ts";
import type { Cancellation, StatusResult } from "../contract/payments/payments.ts";
import type { RefundAddress, RefundAddressBody } from "../contract/payments/refunds.ts";
import { type CallOptions, type HeldOptions, held, segment } from "./call.ts";
import { type ConnectionOptions, connect } from "./connect.ts";
import { type Request, send } from "./send.ts";

/** An API key, or the public id of a registered wallet app with a client id chosen by this client. */
export type GatewayCaller =
  | { readonly apiKey: string; readonly appId?: never; readonly clientId?: never }
  | { readonly appId: string; readonly clientId: string; readonly apiKey?: never };

export type GatewayClientOptions = ConnectionOptions & GatewayCaller;

export type GatewayClient = ReturnType<typeof createGatewayClient>;

/**
 * Every call rejects with an ApiError if the service refuses (409: the option's quote ended, 410: the payment expired)
 * or with a NoAnswerError if none came after all retries. Calls may be repeated: the service returns the current state.
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

    /** Resolves a build action to the actions to execute in order. */
    fetch: (paymentId: string, body: Static<typeof FetchBody>, { signal }: CallOptions = {}) =>
      call<Static<typeof FetchedActions>>(paymentId, "/fetch", { method: "POST", body, signal }),

    /** @param body.results signatures and transaction hashes, one per executed action, in order */
    confirm: (paymentId: string, body: Static<typeof ConfirmBody>, options: HeldOptions = {}) =>
      call<Static<typeof StatusResult>>(paymentId, "/confirm", { method: "POST", body, ...held(options) }),

    /** The payment's deposit address in an asset, with what came there. The same asset has the same address. */
    deposit: (paymentId: string, body: Static<typeof DepositBody>, { signal }: CallOptions = {}) =>
      call<Static<typeof DepositAddress>>(paymentId, "/deposit", { method: "POST", body, signal }),

    /** The buyer of a deposit names the account (CAIP-10) for its refunds, which the merchant accepts or rejects. */
    refundAddress: (paymentId: string, body: Static<typeof RefundAddressBody>, { signal }: CallOptions = {}) =>
      call<Static<typeof RefundAddress>>(paymentId, "/refund-address", { method: "POST", body, signal }),

    status: (paymentId: string, options: HeldOptions = {}) =>
      call<Static<typeof StatusResult>>(paymentId, "/status", { method: "GET", ...held(options) }),

    cancel: (paymentId: string, { signal }: CallOptions = {}) =>
      call<Static<typeof Cancellation>>(paymentId, "/cancel", { method: "POST", body: {}, signal }),
  };
}
