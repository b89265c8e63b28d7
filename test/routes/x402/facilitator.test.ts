// What the facilitator answers to a partner's own x402 server. test/flows/x402 has the settled ones.
import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";
import { expect, test } from "vitest";
import { newAgent } from "../../harness/chain/x402.ts";
import { settle, signFor, verify } from "../../harness/chain/x402-facilitator.ts";
import { fieldsOf, rowsOf, sharedServerForFile, type WireBody } from "../setup.ts";

const server = sharedServerForFile("api");
const OTHER = "0x70997970C51812dc3A010C7d01b50e0d17dc79C8";
const nowS = () => Math.floor(Date.now() / 1_000);

/** The body with other fields of the authorisation, which the signature then does not cover. */
const authorizing = (body: Awaited<ReturnType<typeof signFor>>, changes: object) => ({
  ...body,
  paymentPayload: {
    ...body.paymentPayload,
    payload: {
      ...body.paymentPayload.payload,
      authorization: { ...body.paymentPayload.payload.authorization, ...changes },
    },
  },
});

test("supported: one kind for each chain with a stablecoin of EIP-3009", async () => {
  const { status, body } = await server().call<object>({ path: "/x402/supported" });
  expect([status, body]).toEqual([
    200,
    { kinds: [{ x402Version: 2, scheme: "exact", network: server().caip2 }], extensions: [], signers: {} },
  ]);
});

test("supported names the relayers that a worker has reported", async () => {
  const chain = server().caip2;
  await server().sql(
    `insert into relayer_balances (chain, relayer, hour, balance, spent, batch_cost)
     values ($1, $2, date_trunc('hour', now()), 1, 0, 1), ($1, '0xOld', date_trunc('hour', now()) - interval '1 day', 1, 0, 1)`,
    [chain, OTHER],
  );
  const { body } = await server().call<{ signers: object }>({ path: "/x402/supported" });
  expect(body.signers).toEqual({ [chain]: [OTHER] });
  await server().sql("delete from relayer_balances where chain = $1 and balance = 1", [chain]);
});

test("verify and settle refuse with x402's reason, and nothing is written", async () => {
  const payer = await newAgent(server());
  const good = await signFor(server(), payer);
  const { paymentPayload, paymentRequirements } = good;
  const merchant = privateKeyToAccount(generatePrivateKey());
  for (const [reason, body] of [
    ["invalid_x402_version", { ...good, paymentPayload: { ...paymentPayload, x402Version: 3 } }],
    ["unsupported_scheme", await signFor(server(), payer, { scheme: "upto" })],
    [
      "invalid_exact_evm_network_mismatch",
      { ...good, paymentRequirements: { ...paymentRequirements, network: "eip155:1" } },
    ],
    ["invalid_network", await signFor(server(), payer, { network: "eip155:1" })],
    ["invalid_payment_requirements", { ...good, paymentRequirements: { ...paymentRequirements, payTo: "merchant" } }],
    ["invalid_payload", { ...good, paymentPayload: { ...paymentPayload, payload: { permit2Authorization: {} } } }],
    ["invalid_payload", authorizing(good, { value: "-1" })],
    ["invalid_exact_evm_eip3009_not_supported", await signFor(server(), payer, { asset: OTHER })],
    [
      "invalid_exact_evm_token_name_mismatch",
      await signFor(server(), payer, { extra: { name: "Other", version: "2" } }),
    ],
    [
      "invalid_exact_evm_token_version_mismatch",
      await signFor(server(), payer, { extra: { name: "USD Coin", version: "1" } }),
    ],
    ["invalid_payment_requirements", await signFor(server(), payer, { payTo: merchant.address })],
    ["invalid_exact_evm_recipient_mismatch", authorizing(good, { to: OTHER })],
    ["invalid_payload", authorizing(good, { from: server().destination })],
    ["invalid_exact_evm_payload_authorization_value_mismatch", authorizing(good, { value: "999999" })],
    ["invalid_exact_evm_payload_authorization_value_mismatch", authorizing(good, { value: "1000001" })],
    ["invalid_exact_evm_authorization_value", await signFor(server(), payer, { amount: "0" })],
    ["invalid_exact_evm_payload_authorization_valid_after", authorizing(good, { validAfter: `${nowS() + 60}` })],
    ["invalid_exact_evm_payload_authorization_valid_before", authorizing(good, { validBefore: `${nowS() + 5}` })],
    ["invalid_exact_evm_payload_authorization_valid_before", authorizing(good, { validBefore: `${nowS() + 90_000}` })],
    ["invalid_exact_evm_payload_authorization_valid_before", authorizing(good, { validBefore: `${2n ** 255n}` })],
  ] as const) {
    const verified = await verify(server(), body);
    expect([verified.status, verified.body], reason).toMatchObject([200, { isValid: false, invalidReason: reason }]);
    const settled = await settle(server(), body);
    expect([settled.status, settled.body], reason).toMatchObject([
      200,
      { success: false, errorReason: reason, transaction: "", network: body.paymentRequirements.network },
    ]);
  }
  expect(await rowsOf(server(), "payments")).toBe(0);
});

test("400: a malformed request, with the names of the fields", async () => {
  const good = await signFor(server(), await newAgent(server()));
  const { paymentRequirements, paymentPayload } = good;
  for (const [fields, body] of [
    [["paymentPayload", "paymentRequirements"], {}],
    [["paymentRequirements.amount"], { ...good, paymentRequirements: { ...paymentRequirements, amount: "1.5" } }],
    [["paymentRequirements.payTo"], { ...good, paymentRequirements: { ...paymentRequirements, payTo: 5 } }],
    [["paymentPayload.accepted"], { ...good, paymentPayload: { ...paymentPayload, accepted: "exact" } }],
  ] as const) {
    for (const path of ["/x402/verify", "/x402/settle"]) {
      const answer = await server().call<WireBody>({ path, body });
      expect([answer.status, answer.body.code, fieldsOf(answer.body)]).toEqual([400, "params_validation", fields]);
    }
  }
});

test("401, 403, 413: without a key, by a key that may not write, and with too large a body", async () => {
  const good = await signFor(server(), await newAgent(server()));
  for (const call of [verify, settle]) {
    expect((await call(server(), good, { "api-key": null })).status).toBe(401);
    expect((await call(server(), good, { "api-key": server().readKey })).status).toBe(403);
    expect((await call(server(), good, { "api-key": server().walletKey })).status).toBe(403);
    expect((await call(server(), { ...good, padding: "x".repeat(70_000) })).status).toBe(413);
  }
});
