// Payments that the facilitator records for a partner's own x402 server, while they are under way. test/flows/x402 has
// the settled ones.
import { expect, test } from "vitest";
import { newAgent } from "../../harness/chain/x402.ts";
import { RESOURCE, requirementsFor, settle, signFor, verify } from "../../harness/chain/x402-facilitator.ts";
import { rowsOf, sharedServerForFile, type WireBody } from "../setup.ts";
import { giveDestination, givenMerchant } from "./given-merchants.ts";

const server = sharedServerForFile("api");

/** Another partner of the server. */
const newPartner = async () => (await server().asNewOwner()).at(server().baseUrl);

/** The answer while the payment is under way, for whose end the first of two requests waits: here it does not come. */
async function settleNow(...[at, body, headers]: Parameters<typeof settle>) {
  const waiting = new AbortController();
  const answers = [1, 2].map(() => settle(at, body, headers, waiting.signal));
  const answer = await Promise.race(answers);
  waiting.abort();
  await Promise.allSettled(answers);
  return answer;
}

test("verify: a signed transfer to a merchant's destination is valid, and nothing is written", async () => {
  const payer = await newAgent(server());
  const { status, body } = await verify(server(), await signFor(server(), payer));
  expect([status, body]).toEqual([200, { isValid: true, payer: payer.address }]);
  expect(await rowsOf(server(), "payments")).toBe(0);
});

test("a payer without the money, and a signature of another message, are refused, and nothing is written", async () => {
  const payer = await newAgent(server());
  const poor = await signFor(server(), await newAgent(server(), 999_999n));
  const other = await signFor(server(), payer, { amount: "2000000" });
  const forged = await signFor(server(), payer);
  forged.paymentPayload.payload.signature = other.paymentPayload.payload.signature;
  for (const [reason, body] of [
    ["insufficient_funds", poor],
    ["invalid_exact_evm_signature", forged],
  ] as const) {
    expect((await verify(server(), body)).body).toMatchObject({ isValid: false, invalidReason: reason });
    expect((await settle(server(), body)).body).toMatchObject({ success: false, errorReason: reason });
  }
  expect(await rowsOf(server(), "payments")).toBe(0);
});

test("the payment's merchant is the one with the destination: the oldest, or the one that Merchant-Id names", async () => {
  const owner = await newPartner();
  const younger = await givenMerchant(owner);
  await giveDestination(owner, younger, owner.destination);
  const own = { "merchant-id": null };
  const settled = await settleNow(owner, await signFor(owner, await newAgent(owner)), own);
  expect(settled.body).toMatchObject({ success: false, errorReason: "settlement_pending" });
  const named = await settleNow(owner, await signFor(owner, await newAgent(owner)), { "merchant-id": younger });
  const merchantOf = async (paymentId = "") =>
    (await owner.sql<{ merchant_id: string }>("select merchant_id from payments where id = $1", [paymentId]))[0];
  expect(await merchantOf(settled.body.extra?.paymentId)).toEqual({ merchant_id: owner.merchantId });
  expect(await merchantOf(named.body.extra?.paymentId)).toEqual({ merchant_id: younger });
});

test("a settlement is a payment like any other, by the face value of its stablecoin, rounded up", async () => {
  const owner = await newPartner();
  const payer = await newAgent(owner);
  const { body } = await settleNow(owner, await signFor(owner, payer, { amount: "12345" }));
  expect(body).toEqual({
    success: false,
    errorReason: "settlement_pending",
    payer: payer.address,
    transaction: "",
    network: owner.caip2,
    extra: { paymentId: expect.stringMatching(/^pay_/) },
  });
  const { body: payment } = await owner.call<object>({ path: `/v1/payments/${body.extra?.paymentId}` });
  expect(payment).toMatchObject({
    status: "processing",
    referenceId: RESOURCE,
    createdBy: { type: "x402", id: expect.stringMatching(/^key_/) },
  });
  const [row] = await owner.sql("select currency, amount, takes_deposits from payments where id = $1", [
    body.extra?.paymentId,
  ]);
  expect(row).toEqual({ currency: "USD", amount: "2", takes_deposits: false });
});

test("the reference is the URL that was paid for, in ASCII and at most 256 characters; else the nonce", async () => {
  const owner = await newPartner();
  for (const [resource, reference] of [
    [{ url: `https://api.example/${"ä".repeat(200)}` }, `https://api.example/${"%C3%A4".repeat(40)}`.slice(0, 256)],
    [{ url: "javascript:alert(1)" }, null],
    [{ url: 5 }, null],
    ["x", null],
    [undefined, null],
  ] as const) {
    const signed = await signFor(owner, await newAgent(owner));
    const body = { ...signed, paymentPayload: { ...signed.paymentPayload, resource } };
    const settled = await settleNow(owner, body);
    const { body: payment } = await owner.call<WireBody>({ path: `/v1/payments/${settled.body.extra?.paymentId}` });
    expect(payment.referenceId).toBe(reference ?? signed.paymentPayload.payload.authorization.nonce);
  }
});

test("the same authorisation is one payment, and used for everybody else", async () => {
  const first = await newPartner();
  const second = await newPartner();
  await giveDestination(second, second.merchantId, first.destination);
  const signed = await signFor(first, await newAgent(first));
  const settled = await settleNow(first, signed);
  expect(settled.body.errorReason).toBe("settlement_pending");
  expect((await settleNow(first, signed)).body).toEqual(settled.body);
  const used = "invalid_exact_evm_nonce_already_used";
  expect((await settleNow(second, signed)).body).toMatchObject({ success: false, errorReason: used });
  expect((await verify(second, signed)).body).toMatchObject({ isValid: false, invalidReason: used });
  // Its payment is under way: a server that asks before it sells must not sell twice.
  expect((await verify(first, signed)).body).toMatchObject({ isValid: false, invalidReason: used });
  expect(await rowsOf({ ...server(), ...second }, "payments")).toBe(0);
  expect(await rowsOf({ ...server(), ...first }, "payments")).toBe(1);
});

test("what is used is refused for other requirements than it was signed for, also once its payment has ended", async () => {
  const owner = await newPartner();
  const payer = await newAgent(owner);
  const signed = await signFor(owner, payer);
  const { paymentId } = (await settleNow(owner, signed)).body.extra ?? {};
  const { paymentPayload, paymentRequirements } = signed;
  const { payload } = paymentPayload;
  const toItself = { ...payload, authorization: { ...payload.authorization, to: payer.address } };
  const other = { "merchant-id": await givenMerchant(owner) };
  for (const status of ["succeeded", "processing"]) {
    await owner.sql("update payments set status = $2 where id = $1", [paymentId, status]);
    for (const [reason, body, headers] of [
      [
        "invalid_exact_evm_payload_authorization_value_mismatch",
        { ...signed, paymentRequirements: { ...paymentRequirements, amount: "5000000" } },
        {},
      ],
      [
        "invalid_exact_evm_recipient_mismatch",
        { ...signed, paymentPayload: { ...paymentPayload, payload: toItself } },
        {},
      ],
      ["invalid_payment_requirements", signed, other],
    ] as const) {
      expect((await settle(owner, body, headers)).body).toMatchObject({ success: false, errorReason: reason });
    }
  }
});

test("of two partners that settle one authorisation at once, one gets a payment", async () => {
  const first = await newPartner();
  const second = await newPartner();
  await giveDestination(second, second.merchantId, first.destination);
  const signed = await signFor(first, await newAgent(first));
  const answers = await Promise.all([first, second, first, second].map((owner) => settleNow(owner, signed)));
  const ids = answers.flatMap(({ body }) => body.extra?.paymentId ?? []);
  expect([ids.length, new Set(ids).size]).toEqual([2, 1]);
});

test("a payer cannot spend the same money twice", async () => {
  const owner = await newPartner();
  const payer = await newAgent(owner, 1_500_000n);
  const answers = [];
  for (let i = 0; i < 2; i++) answers.push((await settleNow(owner, await signFor(owner, payer))).body.errorReason);
  expect(answers).toEqual(["settlement_pending", "insufficient_funds"]);
});

test("requirements that name no EIP-712 domain are checked against the token's", async () => {
  const signed = await signFor(server(), await newAgent(server()));
  const { extra: _, ...paymentRequirements } = requirementsFor(server());
  expect((await verify(server(), { ...signed, paymentRequirements })).body.isValid).toBe(true);
});
