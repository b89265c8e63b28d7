// How each endpoint under /console/api is called about someone's data. An endpoint without a row fails the matrices.
import type { Endpoint } from "../../src/http/endpoint.ts";
import { type Row, rowOf } from "./calls.ts";

const DAY = "from=2026-01-01T00:00:00Z&to=2026-01-02T00:00:00Z&bucket=day";

/** Well-formed, of an unknown passkey. */
const SIGNATURE = {
  id: "AAAA",
  rawId: "AAAA",
  type: "public-key",
  response: { clientDataJSON: "e30", authenticatorData: "AA", signature: "AA" },
  clientExtensionResults: {},
};

/** The console's own endpoints; the API's have their rows in calls.ts. */
const OWN_ROWS: Readonly<Record<string, Row>> = {
  "GET /console/api/session": { own: 200, call: () => ({ path: "/session" }) },
  "GET /console/api/sessions": { own: 200, call: () => ({ path: "/sessions" }) },
  "DELETE /console/api/sessions": { own: 200, ofReadKey: 200, call: () => ({ path: "/sessions" }) },
  "DELETE /console/api/sessions/:id": { own: 404, ofReadKey: 404, call: () => ({ path: "/sessions/ses_unknown" }) },
  // for users only: a key has no password
  "POST /console/api/confirmation": { own: 403, call: () => ({ path: "/confirmation", body: { password: "x" } }) },
  "POST /console/api/confirmation/options": { own: 403, call: () => ({ path: "/confirmation/options", body: {} }) },
  "POST /console/api/confirmation/passkey": {
    own: 403,
    call: () => ({ path: "/confirmation/passkey", body: SIGNATURE }),
  },
  "POST /console/api/account/passkeys/options": {
    own: 403,
    call: () => ({ path: "/account/passkeys/options", body: {} }),
  },
  "POST /console/api/account/passkeys": {
    own: 403,
    call: () => ({ path: "/account/passkeys", body: { name: "Phone", response: {} } }),
  },
  "DELETE /console/api/account/passkeys/:id": {
    own: 403,
    call: () => ({ path: "/account/passkeys/pk_unknown" }),
  },
  "GET /console/api/account": { own: 403, call: () => ({ path: "/account" }) },
  "GET /console/api/account/mail": { own: 403, call: () => ({ path: "/account/mail" }) },
  "PUT /console/api/account/mail": {
    own: 403,
    call: () => ({ path: "/account/mail", body: { off: [], language: null } }),
  },
  "PUT /console/api/account/password": {
    own: 403,
    call: () => ({ path: "/account/password", body: { password: "a long enough password" } }),
  },
  "GET /console/api/branding": { own: 200, ofReadKey: 403, call: () => ({ path: "/branding" }) },
  "PUT /console/api/branding": { own: 200, call: () => ({ path: "/branding", body: { branding: null } }) },
  "GET /console/api/change-requests": { own: 200, ofReadKey: 403, call: () => ({ path: "/change-requests" }) },
  // for users only: a key is not a person
  "POST /console/api/change-requests": {
    own: 403,
    call: () => ({
      path: "/change-requests",
      body: { merchantId: "mrch_unknown", change: { type: "remove", settlementId: "crypto_unknown" } },
    }),
  },
  "POST /console/api/change-requests/:id/approve": {
    own: 403,
    call: () => ({ path: "/change-requests/chg_unknown/approve", body: {} }),
  },
  "POST /console/api/change-requests/:id/reject": {
    own: 403,
    call: () => ({ path: "/change-requests/chg_unknown/reject", body: {} }),
  },
  "POST /console/api/change-requests/:id/withdraw": {
    own: 403,
    call: () => ({ path: "/change-requests/chg_unknown/withdraw", body: {} }),
  },
  "PUT /console/api/second-person": { own: 403, call: () => ({ path: "/second-person", body: { isRequired: true } }) },
  "GET /console/api/tills": { own: 200, ofReadKey: 403, call: () => ({ path: "/tills" }) },
  "POST /console/api/tills": {
    own: 201,
    call: ({ merchantId }) => ({ path: "/tills", body: { name: "Counter", merchantId } }),
  },
  "POST /console/api/tills/:id/pairing": {
    own: 201,
    call: ({ tillId }) => ({ path: `/tills/${tillId}/pairing`, body: {} }),
  },
  "DELETE /console/api/tills/:id": { own: 200, call: ({ tillId }) => ({ path: `/tills/${tillId}` }) },
  // for tills only
  "POST /console/api/receipt-numbers": {
    own: 403,
    call: () => ({ path: "/receipt-numbers", body: { since: "2026-01-01T00:00:00Z", timeZone: "UTC" } }),
  },
  "GET /console/api/users": { own: 200, ofReadKey: 403, call: () => ({ path: "/users" }) },
  "POST /console/api/users": { own: 201, call: () => ({ path: "/users", body: { name: "Ada", role: "cashier" } }) },
  "PATCH /console/api/users/:id": {
    own: 200,
    call: ({ userId }) => ({ path: `/users/${userId}`, body: { role: "reader" } }),
  },
  "POST /console/api/users/:id/invitation": {
    own: 201,
    call: ({ userId }) => ({ path: `/users/${userId}/invitation`, body: {} }),
  },
  "GET /console/api/users/:id/sessions": {
    own: 200,
    ofReadKey: 403,
    call: ({ userId }) => ({ path: `/users/${userId}/sessions` }),
  },
  "DELETE /console/api/users/:id/sessions": { own: 200, call: ({ userId }) => ({ path: `/users/${userId}/sessions` }) },
  "DELETE /console/api/users/:id": { own: 200, call: ({ userId }) => ({ path: `/users/${userId}` }) },
  "GET /console/api/assets": { own: 200, call: () => ({ path: "/assets" }) },
  "GET /console/api/currencies": { own: 200, call: () => ({ path: "/currencies" }) },
  "GET /console/api/volume": {
    own: 200,
    call: ({ merchantId }) => ({ path: `/volume?${DAY}&merchantId=${merchantId}` }),
  },
  "GET /console/api/payments/:id": { own: 200, call: ({ paymentId }) => ({ path: `/payments/${paymentId}` }) },
  "GET /console/api/payments/:id/timeline": {
    own: 200,
    call: ({ paymentId }) => ({ path: `/payments/${paymentId}/timeline` }),
  },
  "GET /console/api/payments.csv": {
    own: 200,
    call: ({ merchantId }) => ({ path: `/payments.csv?merchantId=${merchantId}` }),
  },
  "GET /console/api/refunds": {
    own: 200,
    call: (ids) => ({ path: `/refunds?paymentId=${ids.paymentId}&merchantId=${ids.merchantId}` }),
  },
  "GET /console/api/audit.csv": {
    own: 200,
    call: ({ merchantId }) => ({ path: `/audit.csv?merchantId=${merchantId}` }),
  },
  "GET /console/api/refunds.csv": {
    own: 200,
    call: ({ merchantId }) => ({ path: `/refunds.csv?merchantId=${merchantId}` }),
  },
  "GET /console/api/refunds/:id/signing": {
    own: 200,
    ofReadKey: 403,
    call: ({ refundId }) => ({ path: `/refunds/${refundId}/signing` }),
  },
  "GET /console/api/find": { own: 200, call: ({ paymentId }) => ({ path: `/find?text=${paymentId}` }) },
  "GET /console/api/keys": { own: 200, call: () => ({ path: "/keys" }) },
  "POST /console/api/keys": { own: 201, call: () => ({ path: "/keys", body: { role: "read" } }) },
  "DELETE /console/api/keys/:id": { own: 404, call: () => ({ path: "/keys/key_unknown" }) },
  "GET /console/api/keys/:id/made": { own: 404, call: () => ({ path: "/keys/key_unknown/made" }) },
  "DELETE /console/api/keys/:id/made": { own: 404, call: () => ({ path: "/keys/key_unknown/made" }) },
  "GET /console/api/books": { own: 200, call: () => ({ path: "/books" }) },
  "POST /console/api/books/closed-months": {
    own: 200,
    call: () => ({ path: "/books/closed-months", body: { month: "2026-01" } }),
  },
  "GET /console/api/books/statement": {
    own: 200,
    call: ({ merchantId }) => ({ path: `/books/statement?month=2026-01&merchantId=${merchantId}` }),
  },
  "GET /console/api/audit": { own: 200, call: ({ merchantId }) => ({ path: `/audit?merchantId=${merchantId}` }) },
  "GET /console/api/changes": { own: 200, call: () => ({ path: "/changes" }) },
};

export const OWN_ROW_NAMES = Object.keys(OWN_ROWS);

/** @param name method and path of the route */
export const consoleRowOf = (name: string, endpoint: Endpoint): Row => OWN_ROWS[name] ?? rowOf(endpoint);
