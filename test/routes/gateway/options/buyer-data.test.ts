// Buyer data in the options: which rules request it, its fields, and when it is no longer requested.
import { expect, test } from "vitest";
import { BUYER_DATA_FIELDS, BUYER_DATA_SCHEMA } from "../../../../src/payment/buyer-data/buyer-data-fields.ts";
import { ADA, askFrom, formOf, optionsOf, sendForm } from "../../../buyer-data/given.ts";
import { givenPayment } from "../../given.ts";
import { sharedServerForFile } from "../../setup.ts";

const server = sharedServerForFile("api");
const usd = (value: string) => ({ amount: { unit: "iso4217/USD", value } });

test("without rules nothing is requested", async () => {
  const { account } = await server().newBuyer();
  const answer = await optionsOf(server(), await givenPayment(server()), account);
  expect([answer.collectData, ...answer.options.map(({ collectData }) => collectData)]).toEqual([null, null]);
});

test("above an amount: fields, schema and form, on the option and the response", async () => {
  await askFrom(server(), 1_000n);
  const { account } = await server().newBuyer();
  const below = await optionsOf(server(), await givenPayment(server(), usd("999")), account);
  expect(below).toMatchObject({ collectData: null, options: [{ collectData: null }] });

  const { options, collectData } = await optionsOf(server(), await givenPayment(server(), usd("1000")), account);
  expect(collectData).toEqual({
    fields: BUYER_DATA_FIELDS,
    schema: JSON.parse(JSON.stringify(BUYER_DATA_SCHEMA)),
    url: expect.stringMatching(/^http:\/\/localhost:\d+\/collect\/[\w-]+$/),
  });
  expect(options.map((option) => option.collectData)).toEqual([collectData]);
});

test("each account has a separate form; a completed one is not requested again", async () => {
  await askFrom(server(), 1n);
  const [{ account: mine }, { account: theirs }] = [await server().newBuyer(), await server().newBuyer()];
  const paymentId = await givenPayment(server());
  const urlsOf = async () => {
    const { options } = await optionsOf(server(), paymentId, mine, theirs);
    return new Map(options.map(({ account, collectData }) => [account, collectData?.url ?? null]));
  };
  const before = await urlsOf();
  expect(new Set([...before.values()]).size).toBe(2);

  await sendForm(server(), await formOf(server(), paymentId, mine), ADA);
  expect(await urlsOf()).toEqual(
    new Map([
      [mine, null],
      [theirs, before.get(theirs)],
    ]),
  );
  const { collectData } = await optionsOf(server(), paymentId, mine, theirs);
  expect(collectData?.url).toBe(before.get(theirs));
  expect((await optionsOf(server(), paymentId, mine)).collectData).toBeNull();
  // Another payment of the same account requests it again.
  expect((await optionsOf(server(), await givenPayment(server()), mine)).collectData).not.toBeNull();
});

test.each([
  ["chain", () => ({ chains: [server().caip2], assets: [] }), true],
  ["another chain", () => ({ chains: ["eip155:1"], assets: [] }), false],
  ["asset", () => ({ chains: [], assets: [`${server().caip2}/erc20:${server().deployment.usdc}`] }), true],
  ["another asset", () => ({ chains: [], assets: [`${server().caip2}/erc20:${server().deployment.eurc}`] }), false],
])("by %s", async (_, rules, isAsked) => {
  await server().store.buyerDataRules.set(server().partnerId, { from: new Map(), termsUrl: null, ...rules() });
  const { account } = await server().newBuyer();
  const { collectData } = await optionsOf(server(), await givenPayment(server()), account);
  expect(collectData !== null).toBe(isAsked);
});

test("a partner's rules apply to its payments only", async () => {
  await askFrom(server(), 1n);
  const { apiKey, merchantId, partnerId } = await server().newOwner();
  const headers = { "api-key": apiKey, "merchant-id": merchantId };
  const { body } = await server().call({ path: "/v1/payments", headers, body: { ...usd("1000"), referenceId: "a" } });
  const { account } = await server().newBuyer();
  expect(await optionsOf(server(), body.paymentId, account)).toMatchObject({ collectData: null, options: [{}] });
  expect(await server().store.buyerDataRules.find(partnerId)).toBeNull();
});
