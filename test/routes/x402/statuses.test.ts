// The answers to x402 clients by status. test/flows/x402 has those of 200.
import { expect, test } from "vitest";
import { newAgent, settlementIn, signX402, urlOf } from "../../harness/chain/x402.ts";
import { writtenIn } from "../deposits/given.ts";
import { givenPastExpiry, givenPayment } from "../given.ts";
import { givenLink } from "../payment-links/given-links.ts";
import { sharedServerForFile } from "../setup.ts";

const server = sharedServerForFile("api");

const get = (paymentId: string, headers = {}) => fetch(urlOf(server(), paymentId), { headers });
const codeOf = async (response: Response) => [response.status, ((await response.json()) as { code: string }).code];

/** The payload as a header, with other parts. */
const inHeader = (payload: object): Record<string, string> => ({
  "payment-signature": Buffer.from(JSON.stringify(payload)).toString("base64"),
});

test("402: one way for each token with EIP-3009, to the deposit address, and the same again", async () => {
  const paymentId = await givenPayment(server());
  const { required } = await signX402(server(), paymentId, await newAgent(server()));
  expect(required).toMatchObject({ x402Version: 2, resource: { url: expect.stringContaining(`/x402/${paymentId}`) } });
  const [way, ...others] = required.accepts;
  expect(others).toEqual([]);
  expect(way).toEqual({
    scheme: "exact",
    network: server().caip2,
    amount: "1000000",
    asset: server().deployment.usdc,
    payTo: expect.stringMatching(/^0x[0-9a-fA-F]{40}$/),
    maxTimeoutSeconds: expect.any(Number),
    extra: { name: "USD Coin", version: "2", assetTransferMethod: "eip3009", paymentId },
  });
  const { body } = await server().call<{ address: string }>({
    path: `/v1/payments/${paymentId}/deposit`,
    body: { asset: `${server().caip2}/erc20:${server().deployment.usdc}` },
  });
  expect(body.address).toBe(way?.payTo);
  const again = await get(paymentId);
  expect([again.status, ((await again.json()) as typeof required).accepts[0]?.payTo]).toEqual([402, way?.payTo]);
});

test("402: a payload that does not fit the offer is refused with x402's reason, and nothing is written", async () => {
  const paymentId = await givenPayment(server());
  const agent = await newAgent(server(), 100_000_000n);
  const { payload } = await signX402(server(), paymentId, agent);
  const { accepted, payload: signed } = payload as unknown as {
    accepted: Record<string, unknown>;
    payload: { signature: string; authorization: Record<string, string> };
  };
  const authorized = (changes: object) => ({
    ...payload,
    payload: { ...signed, authorization: { ...signed.authorization, ...changes } },
  });
  const other = "0x70997970C51812dc3A010C7d01b50e0d17dc79C8";
  const nowS = Math.floor(Date.now() / 1_000);
  const before = await writtenIn(server());
  for (const [reason, changed] of [
    ["invalid_payment_requirements", { ...payload, accepted: { ...accepted, payTo: other } }],
    ["invalid_payment_requirements", { ...payload, accepted: { ...accepted, network: "eip155:1" } }],
    ["invalid_payment_requirements", { ...payload, accepted: { ...accepted, asset: other } }],
    ["invalid_exact_evm_recipient_mismatch", authorized({ to: other })],
    ["invalid_payload", authorized({ from: server().destination })],
    ["invalid_exact_evm_payload_authorization_value_mismatch", authorized({ value: "999999" })],
    ["invalid_exact_evm_payload_authorization_value_mismatch", authorized({ value: "1000001" })],
    ["invalid_exact_evm_payload_authorization_valid_after", authorized({ validAfter: String(nowS + 60) })],
    ["invalid_exact_evm_payload_authorization_valid_before", authorized({ validBefore: String(nowS + 5) })],
    ["invalid_exact_evm_signature", authorized({ from: other })],
    ["invalid_exact_evm_signature", authorized({ nonce: `0x${"11".repeat(32)}` })],
    ["invalid_exact_evm_signature", { ...payload, payload: { ...signed, signature: `0x${"6492".repeat(40)}` } }],
  ] as const) {
    const response = await get(paymentId, inHeader(changed));
    expect([response.status, settlementIn(response)], reason).toMatchObject([
      402,
      { success: false, errorReason: reason },
    ]);
    expect(await response.json()).toMatchObject({ error: reason, accepts: [{ network: server().caip2 }] });
  }
  expect(await writtenIn(server())).toEqual(before);
});

test("400: a malformed header, and a payment that was created with deposit: false", async () => {
  const paymentId = await givenPayment(server());
  for (const header of ["", "x", "e30=", Buffer.from("[1]").toString("base64")]) {
    expect(await codeOf(await get(paymentId, { "payment-signature": header }))).toEqual([400, "params_validation"]);
  }
  const { payload } = await signX402(server(), paymentId, await newAgent(server()));
  const { payload: signed, ...rest } = payload as unknown as { payload: { authorization: object } };
  const authorization = { ...signed.authorization, validBefore: "9".repeat(78) }; // more than a uint256
  expect(await codeOf(await get(paymentId, inHeader({ ...rest, payload: { ...signed, authorization } })))).toEqual([
    400,
    "params_validation",
  ]);
  const without = await givenPayment(server(), { deposit: false });
  expect(await codeOf(await get(without))).toEqual([400, "invalid_state"]);
});

test("404, 409, 410: an unknown, a cancelled and an expired payment", async () => {
  for (const unknown of ["pay_00000000000000000000000000000000", "pay_%00", `pay_${"x".repeat(100)}`]) {
    expect(await codeOf(await get(unknown))).toEqual([404, "payment_not_found"]);
  }
  const cancelled = await givenPayment(server());
  const { headers } = await signX402(server(), cancelled, await newAgent(server()));
  await server().call({ path: `/v1/payments/${cancelled}/cancel`, body: {} });
  expect(await codeOf(await get(cancelled))).toEqual([409, "invalid_state"]);
  expect(await codeOf(await get(cancelled, headers))).toEqual([409, "invalid_state"]);
  const expired = await givenPastExpiry(server());
  expect(await codeOf(await get(expired))).toEqual([410, "payment_expired"]);
});

const PAGE = { origin: "https://agent.example" };

test("pages of every origin may ask, sign and read the answers, also those of errors; nobody sends credentials", async () => {
  const link = await givenLink(server());
  const urls = [urlOf(server(), await givenPayment(server())), `${server().baseUrl}/x402/links/${link.id}`];
  for (const url of [...urls, urlOf(server(), "pay_unknown")]) {
    const { headers } = await fetch(url, { headers: PAGE });
    expect(headers.get("access-control-allow-origin")).toBe("*");
    expect(headers.get("access-control-expose-headers")).toMatch(/PAYMENT-REQUIRED, PAYMENT-RESPONSE/);
    expect(headers.has("access-control-allow-credentials")).toBe(false);
    const asked = "payment-signature,access-control-expose-headers";
    const preflight = await fetch(url, {
      method: "OPTIONS",
      headers: { ...PAGE, "access-control-request-method": "GET", "access-control-request-headers": asked },
    });
    expect([preflight.status, await preflight.text()]).toEqual([204, ""]);
    expect(Object.fromEntries(preflight.headers)).toMatchObject({
      "access-control-allow-origin": "*",
      "access-control-allow-methods": "GET, HEAD",
      "access-control-allow-headers": asked,
    });
  }
  // Other paths are not for pages.
  const { status, headers } = await fetch(`${server().baseUrl}/v1/payments`, { method: "OPTIONS", headers: PAGE });
  expect([status, headers.has("access-control-allow-origin")]).toEqual([405, false]);
});
