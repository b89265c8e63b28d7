// How each endpoint is called about someone's data, for the tenant matrix. An endpoint without a row here fails the
// matrix.
import { randomBytes } from "node:crypto";
import type { Endpoint } from "../../src/http/endpoint.ts";
import { ENDPOINTS } from "../../src/http/endpoints.ts";
import { requirementsFor } from "../harness/chain/x402-facilitator.ts";
import type { ApiCall } from "../harness/server/api.ts";
import { paymentBody } from "../routes/given.ts";
import { linkBody } from "../routes/payment-links/given-links.ts";
import type { RouteServer } from "../routes/setup.ts";

/** A tenant's ids, by the parameter that takes them. */
export interface Ids {
  readonly merchantId: string;
  readonly paymentId: string;
  readonly settlementId: string;
  readonly linkId: string;
  readonly refundId: string;
  readonly exceptionId: string;
  readonly eventId: string;
  readonly endpointId: string;
  readonly deliveryId: string;
  readonly userId: string;
  readonly tillId: string;
}

/** A tenant's ids as texts to look for in a call. */
export const PLACES: Ids = {
  merchantId: "<merchant>",
  paymentId: "<payment>",
  settlementId: "<settlement>",
  linkId: "<link>",
  refundId: "<refund>",
  exceptionId: "<exception>",
  eventId: "<event>",
  endpointId: "<endpoint>",
  deliveryId: "<delivery>",
  userId: "<user>",
  tillId: "<till>",
};

export interface Row {
  /** The owner's status: proves that the call is valid and that a refusal is due to the id. */
  readonly own: number;
  /** The status for a console session of a read key; by default that of the owner for a read, else 403. */
  readonly ofReadKey?: number;
  /** The status for another tenant's ids, by default 404. x402 refuses in the body of a success. */
  readonly foreign?: number;
  call(ids: Ids, server: RouteServer): Omit<ApiCall, "method">;
}

const merchant = (ids: Ids) => `/v1/merchants/${ids.merchantId}`;
const linkOf = (ids: Ids) => `/v1/payment-links/${ids.linkId}`;
const endpointOf = (ids: Ids) => `/v1/webhook-endpoints/${ids.endpointId}`;
const inHeader = (ids: Ids) => ({ "merchant-id": ids.merchantId });
const atGateway = (action: string, own: number, body?: object): Row => ({
  own,
  call: ({ paymentId }) => ({ path: `/v1/gateway/payment/${paymentId}${action}`, ...(body && { body }) }),
});
const atCharges = (rest: (ids: Ids) => string, own = 200, body?: object): Row => ({
  own,
  call: (ids) => ({ path: `/commerce/charges${rest(ids)}`, headers: inHeader(ids), ...(body && { body }) }),
});
/** Of a refund whose payment has not succeeded. */
const atRefund = (action: string, own: number, body?: object): Row => ({
  own,
  call: ({ refundId }) => ({ path: `/v1/refunds/${refundId}${action}`, ...(body && { body }) }),
});
const ACCOUNT = { account: `eip155:1:0x${"1".repeat(40)}` };
/** With a payload that no client has signed. */
const atFacilitator = (path: string): Row => ({
  own: 200,
  foreign: 200,
  call: (ids, server) => {
    const asked = requirementsFor(server);
    const paymentPayload = { x402Version: 2, accepted: asked, payload: {} };
    return { path: `/x402${path}`, headers: inHeader(ids), body: { paymentPayload, paymentRequirements: asked } };
  },
});
const ALL_FILTERS = "sortBy=date&limit=5";

const ROWS: Readonly<Record<string, Row>> = {
  "POST /v1/merchants": {
    own: 201,
    call: () => ({ path: "/v1/merchants", body: { merchantName: "M", merchantEmail: "m@example.com" } }),
  },
  "GET /v1/merchants": { own: 200, call: (ids) => ({ path: `/v1/merchants?search=${ids.merchantId}` }) },
  "GET /v1/merchants/:merchantId": { own: 200, call: (ids) => ({ path: merchant(ids) }) },
  "PATCH /v1/merchants/:merchantId": {
    own: 200,
    call: (ids) => ({ path: merchant(ids), body: { merchantName: "Other" } }),
  },
  "DELETE /v1/merchants/:merchantId": { own: 200, call: (ids) => ({ path: merchant(ids) }) },
  "GET /v1/merchants/:merchantId/settlements": { own: 200, call: (ids) => ({ path: `${merchant(ids)}/settlements` }) },
  "POST /v1/merchants/:merchantId/settlements/crypto": {
    own: 201,
    call: (ids, { caip2, destination }) => ({
      path: `${merchant(ids)}/settlements/crypto`,
      body: { settlements: [{ asset: `${caip2}/erc20:0x${"1".repeat(40)}`, destination: `${caip2}:${destination}` }] },
    }),
  },
  "PUT /v1/merchants/:merchantId/settlements/crypto/:id": {
    own: 200,
    call: (ids, { caip2, destination }) => ({
      path: `${merchant(ids)}/settlements/crypto/${ids.settlementId}`,
      body: { destination: `${caip2}:${destination}` },
    }),
  },
  "DELETE /v1/merchants/:merchantId/settlements/crypto/:id": {
    own: 200,
    call: (ids) => ({ path: `${merchant(ids)}/settlements/crypto/${ids.settlementId}` }),
  },
  "POST /v1/payments": {
    own: 201,
    call: (ids) => ({ path: "/v1/payments", headers: inHeader(ids), body: paymentBody() }),
  },
  "GET /v1/payments": {
    own: 200,
    call: (ids) => ({ path: `/v1/payments?merchantId=${ids.merchantId}&${ALL_FILTERS}` }),
  },
  "GET /v1/merchants/payments": {
    own: 200,
    call: (ids) => ({ path: `/v1/merchants/payments?${ALL_FILTERS}`, headers: inHeader(ids) }),
  },
  "GET /v1/merchants/:merchantId/payments": { own: 200, call: (ids) => ({ path: `${merchant(ids)}/payments` }) },
  "GET /v1/payments/:id": {
    own: 200,
    call: (ids) => ({ path: `/v1/payments/${ids.paymentId}`, headers: inHeader(ids) }),
  },
  "GET /v1/payments/:id/status": {
    own: 200,
    call: (ids) => ({ path: `/v1/payments/${ids.paymentId}/status`, headers: inHeader(ids) }),
  },
  "GET /v1/payments/:id/receipt": {
    own: 400, // it has not succeeded
    call: (ids) => ({ path: `/v1/payments/${ids.paymentId}/receipt`, headers: inHeader(ids) }),
  },
  "POST /v1/payments/:id/cancel": {
    own: 200,
    call: (ids) => ({ path: `/v1/payments/${ids.paymentId}/cancel`, headers: inHeader(ids), body: {} }),
  },
  "POST /v1/payments/:id/deposit": {
    own: 200,
    call: (ids, { caip2, deployment }) => ({
      path: `/v1/payments/${ids.paymentId}/deposit`,
      headers: inHeader(ids),
      body: { asset: `${caip2}/erc20:${deployment.usdc}` },
    }),
  },
  "POST /v1/merchant/payment": {
    own: 201,
    call: (ids) => ({ path: "/v1/merchant/payment", headers: inHeader(ids), body: paymentBody() }),
  },
  "GET /v1/merchant/payment/:id": {
    own: 200,
    call: (ids) => ({ path: `/v1/merchant/payment/${ids.paymentId}`, headers: inHeader(ids) }),
  },
  "GET /v1/merchant/payment/:id/status": {
    own: 200,
    call: (ids) => ({ path: `/v1/merchant/payment/${ids.paymentId}/status`, headers: inHeader(ids) }),
  },
  "POST /commerce/charges": atCharges(() => "", 201, { local_price: { amount: "1", currency: "USD" } }),
  "GET /commerce/charges": atCharges(({ paymentId }) => `?starting_after=${paymentId}`),
  "GET /commerce/charges/:id": atCharges(({ paymentId }) => `/${paymentId}`),
  "POST /commerce/charges/:id/cancel": atCharges(({ paymentId }) => `/${paymentId}/cancel`, 200, {}),
  "POST /v1/refunds": {
    own: 400, // it has not succeeded
    call: ({ paymentId, ...ids }) => ({
      path: "/v1/refunds",
      headers: inHeader({ paymentId, ...ids }),
      body: { paymentId },
    }),
  },
  "GET /v1/refunds": {
    own: 200,
    call: (ids) => ({ path: `/v1/refunds?paymentId=${ids.paymentId}&merchantId=${ids.merchantId}` }),
  },
  "GET /v1/refunds/:id": atRefund("", 200),
  "POST /v1/refunds/:id/cancel": atRefund("/cancel", 200, {}),
  "POST /v1/refunds/:id/accept": atRefund("/accept", 400, ACCOUNT),
  "POST /v1/refunds/:id/reject": atRefund("/reject", 400, ACCOUNT),
  "POST /v1/refunds/:id/transaction": atRefund("/transaction", 400, { txHash: `0x${"1".repeat(64)}` }),
  "POST /v1/payment-links": {
    own: 201,
    call: (ids) => ({ path: "/v1/payment-links", headers: inHeader(ids), body: linkBody() }),
  },
  "GET /v1/payment-links": { own: 200, call: (ids) => ({ path: `/v1/payment-links?merchantId=${ids.merchantId}` }) },
  "GET /v1/payment-links/:id": { own: 200, call: (ids) => ({ path: linkOf(ids) }) },
  "PATCH /v1/payment-links/:id": { own: 200, call: (ids) => ({ path: linkOf(ids), body: { enabled: false } }) },
  "DELETE /v1/payment-links/:id": { own: 200, call: (ids) => ({ path: linkOf(ids) }) },
  "GET /v1/events": {
    own: 200,
    call: (ids) => ({ path: `/v1/events?paymentId=${ids.paymentId}&merchantId=${ids.merchantId}` }),
  },
  "GET /v1/events/:id": { own: 200, call: ({ eventId }) => ({ path: `/v1/events/${eventId}` }) },
  "POST /v1/webhook-endpoints": {
    own: 201,
    call: () => ({ path: "/v1/webhook-endpoints", body: { url: "https://shop.example/events", enabled: false } }),
  },
  "GET /v1/webhook-endpoints": { own: 200, call: () => ({ path: "/v1/webhook-endpoints" }) },
  "GET /v1/webhook-endpoints/:id": { own: 200, call: (ids) => ({ path: endpointOf(ids) }) },
  "PATCH /v1/webhook-endpoints/:id": {
    own: 200,
    call: (ids) => ({ path: endpointOf(ids), body: { description: "Other" } }),
  },
  "DELETE /v1/webhook-endpoints/:id": { own: 200, call: (ids) => ({ path: endpointOf(ids) }) },
  "POST /v1/webhook-endpoints/:id/rotate-secret": {
    own: 200,
    call: (ids) => ({ path: `${endpointOf(ids)}/rotate-secret`, body: { overlapS: 60 } }),
  },
  "POST /v1/webhook-endpoints/:id/test": {
    own: 200,
    call: (ids) => ({ path: `${endpointOf(ids)}/test`, body: {} }),
  },
  "GET /v1/webhook-endpoints/:id/deliveries": {
    own: 200,
    call: (ids) => ({ path: `${endpointOf(ids)}/deliveries` }),
  },
  "POST /v1/webhook-endpoints/:id/replay": {
    own: 200,
    call: (ids) => ({ path: `${endpointOf(ids)}/replay`, body: { since: "2026-01-01T00:00:00Z" } }),
  },
  "GET /v1/webhook-deliveries/:id": { own: 200, call: (ids) => ({ path: `/v1/webhook-deliveries/${ids.deliveryId}` }) },
  "POST /v1/webhook-deliveries/:id/retry": {
    own: 200,
    call: (ids) => ({ path: `/v1/webhook-deliveries/${ids.deliveryId}/retry`, body: {} }),
  },
  "POST /x402/verify": atFacilitator("/verify"),
  "POST /x402/settle": atFacilitator("/settle"),
  "GET /x402/supported": { own: 200, call: () => ({ path: "/x402/supported" }) },
  "POST /v1/exceptions/:id/resolve": {
    own: 200,
    call: (ids) => ({ path: `/v1/exceptions/${ids.exceptionId}/resolve`, body: { note: "Sent back" } }),
  },
  "GET /v1/exceptions": { own: 200, call: (ids) => ({ path: `/v1/exceptions?paymentId=${ids.paymentId}` }) },

  "GET /v1/books": { own: 200, call: (ids) => ({ path: `/v1/books?month=2026-01&merchantId=${ids.merchantId}` }) },
  "GET /v1/books/closed-months": { own: 200, call: () => ({ path: "/v1/books/closed-months" }) },
  "GET /v1/gateway/payment/:id": atGateway("", 200),
  "POST /v1/gateway/payment/:id/options": atGateway("/options", 200, { accounts: [] }),
  "POST /v1/gateway/payment/:id/fetch": atGateway("/fetch", 400, { optionId: "x", data: "x" }),
  "POST /v1/gateway/payment/:id/confirm": atGateway("/confirm", 400, {
    optionId: "x",
    results: [{ type: "walletRpc", data: ["0x"] }],
  }),
  "POST /v1/gateway/payment/:id/deposit": {
    own: 200,
    call: ({ paymentId }, { caip2, deployment }) => ({
      path: `/v1/gateway/payment/${paymentId}/deposit`,
      body: { asset: `${caip2}/erc20:${deployment.usdc}` },
    }),
  },
  "POST /v1/gateway/payment/:id/refund-address": atGateway("/refund-address", 400, ACCOUNT),
  "GET /v1/gateway/payment/:id/status": atGateway("/status", 200),
  "POST /v1/gateway/payment/:id/cancel": atGateway("/cancel", 200, {}),
};

export const nameOf = ({ method, path }: Endpoint): string => `${method} ${path}`;
export const ROW_NAMES = Object.keys(ROWS);
export const MATRIX: readonly [name: string, endpoint: Endpoint][] = ENDPOINTS.map((endpoint) => [
  nameOf(endpoint),
  endpoint,
]);

export function rowOf(endpoint: Endpoint): Row {
  const row = ROWS[nameOf(endpoint)];
  if (!row) throw new Error(`${nameOf(endpoint)} has no row in test/tenants/calls.ts`);
  return row;
}

/** The call with these ids; only `headers` identifies the caller. */
export function callWith(endpoint: Endpoint, server: RouteServer, ids: Ids, headers: ApiCall["headers"]): ApiCall {
  const call = rowOf(endpoint).call(ids, server);
  return {
    ...call,
    method: endpoint.method,
    headers: { "merchant-id": null, "idempotency-key": randomBytes(8).toString("hex"), ...call.headers, ...headers },
  };
}

/** The ids that the endpoint's call contains. */
export function placesOf(endpoint: Endpoint, server: RouteServer): (keyof Ids)[] {
  const text = JSON.stringify(rowOf(endpoint).call(PLACES, server));
  return (Object.keys(PLACES) as (keyof Ids)[]).filter((name) => text.includes(PLACES[name]));
}

/** Well-formed ids that do not exist. */
export const nobodysIds = (): Ids => ({
  merchantId: `mrch_${randomBytes(8).toString("hex")}`,
  paymentId: `pay_${randomBytes(16).toString("hex")}`,
  settlementId: `crypto_${randomBytes(8).toString("hex")}`,
  linkId: `plink_${randomBytes(16).toString("hex")}`,
  refundId: `rfd_${randomBytes(16).toString("hex")}`,
  exceptionId: `exc_${randomBytes(16).toString("hex")}`,
  eventId: `evt_${randomBytes(16).toString("hex")}_1`,
  endpointId: `whe_${randomBytes(16).toString("hex")}`,
  deliveryId: `dlv_${randomBytes(16).toString("hex")}`,
  userId: `usr_${randomBytes(16).toString("hex")}`,
  tillId: `till_${randomBytes(16).toString("hex")}`,
});
