// An attacker who knows SECRET_KEY seals options. Fetch and confirm refuse each one that would not be listed.
import { randomBytes } from "node:crypto";
import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Option, optionKeys, sealOption } from "../../src/payment/option.ts";
import { parseRates, type RatesConfig } from "../../src/rates/config.ts";
import { optionOf } from "../harness/chain/rival.ts";
import { asWallet, confirm, createPayment, listOptions, signPayment, untilFinal } from "../harness/chain/wallet.ts";
import { type Buyer, setBalance, startOn, startServer, type TestServer } from "../harness/server/server.ts";

let server: TestServer;
let buyer: Buyer;
beforeAll(async () => {
  server = await startServer({ rates: fixedRate("1.25") });
  buyer = await server.newBuyer();
  await setBalance(server.client, server.deployment.usdc, buyer.address, 2_000_000_000_000n);
});
afterAll(() => server.stop());

/** 1 EUR in USD. */
function fixedRate(price: string): RatesConfig {
  const asOf = new Date().toISOString().replace(/\.[0-9]+/, "");
  const json = { pairs: [{ pair: "EUR/USD", maxAgeS: 3_600, sources: [{ type: "static", price, asOf }] }] };
  const parsed = parseRates(json, [server?.caip2 ?? "eip155:31337"]);
  if (parsed.kind === "ok") return parsed.rates;
  throw new Error(JSON.stringify(parsed.issues));
}

const MILLION = { unit: "iso4217/USD", value: "100000000" };
const stranger = privateKeyToAccount(generatePrivateKey()).address;

/** The option as a thief of the key would seal it. */
function forge(option: Option, changes: Partial<Option>, terms: Partial<Option["terms"]> = {}): string {
  const secret = Buffer.from(server.installation.environment.SECRET_KEY ?? "", "hex");
  return sealOption(optionKeys(secret), { ...option, ...changes, terms: { ...option.terms, ...terms } });
}

/** Fetches the actions of this option and confirms it, signed for the payment's true option. */
async function tryOut(paymentId: string, signature: string, optionId: string) {
  const headers = asWallet(server);
  const path = `/v1/gateway/payment/${paymentId}`;
  const results = [{ type: "walletRpc", data: [signature] }];
  const answers = [
    await server.call<{ code: string }>({ path: `${path}/fetch`, headers, body: { optionId, data: "" } }),
    await server.call<{ code: string }>({ path: `${path}/confirm`, headers, body: { optionId, results } }),
  ];
  expect(await server.sql("select from confirmations where payment_id = $1", [paymentId])).toEqual([]);
  return answers.map(({ status, body }) => [status, body.code]);
}

const NOT_OFFERED = [
  [409, "quote_expired"],
  [409, "quote_expired"],
];

describe("a million dollars", () => {
  const nowS = () => Math.floor(Date.now() / 1000);
  test.each<[string, Partial<Option>, (option: Option) => Partial<Option["terms"]>]>([
    ["for one unit", {}, () => ({ amount: 1n, fee: 0n })],
    ["to a stranger", {}, () => ({ destination: stranger })],
    ["to a stranger as the treasury", { paysOut: "treasury" }, () => ({ destination: stranger })],
    ["without a fee", { feePpm: 0n }, () => ({ fee: 0n })],
    ["with the fee for a stranger", {}, () => ({ feeReceiver: stranger })],
    ["all of it as the fee", {}, ({ terms }) => ({ fee: terms.amount, feeReceiver: stranger })],
    ["until next year", {}, ({ terms }) => ({ deadlineS: terms.deadlineS + 31_536_000 })],
    ["with an end after the payment's", { quoteExpiresAtS: nowS() + 86_400 }, () => ({})],
  ])("%s", async (_, changes, terms) => {
    const paymentId = await createPayment(server, { amount: MILLION });
    const signed = await signPayment(server, paymentId, buyer);
    const option = optionOf(server, signed);
    expect(await tryOut(paymentId, signed.signature, forge(option, changes, terms(option)))).toEqual(NOT_OFFERED);
  });

  test("at a price that no market has", async () => {
    const paymentId = await createPayment(server, { amount: { ...MILLION, unit: "iso4217/EUR" } });
    const signed = await signPayment(server, paymentId, buyer);
    const option = optionOf(server, signed);
    expect(option.terms.amount).toBe(1_250_000_000_000n);
    const cheap = (option.terms.amount * 8n) / 10n;
    const terms = { amount: cheap, fee: (cheap * 4n) / 1_000n };
    expect(await tryOut(paymentId, signed.signature, forge(option, {}, terms))).toEqual(NOT_OFFERED);
  });
});

test("after a rotation of SECRET_KEY, options sealed by the old key are accepted until it is removed", async () => {
  const { environment } = server.installation;
  const [before, after] = [environment.SECRET_KEY ?? "", randomBytes(32).toString("hex")];
  const withKeys = (keys: string) =>
    startOn({ ...server.installation, environment: { ...environment, SECRET_KEY: keys } }, "api");
  const [rotated, removed] = [await withKeys(`${after},${before}`), await withKeys(after)];
  try {
    const signed = await signPayment(server, await createPayment(server), buyer);
    const unknown = { status: 400, body: { code: "params_validation", message: "Option not found" } };
    expect(await confirm(server.at(removed.baseUrl ?? ""), signed)).toMatchObject(unknown);
    expect(await confirm(server.at(rotated.baseUrl ?? ""), signed)).toMatchObject({ status: 200 });

    const later = await signPayment(server.at(rotated.baseUrl ?? ""), await createPayment(server), buyer);
    expect(await confirm(server, later)).toMatchObject(unknown);
    expect(await confirm(server.at(removed.baseUrl ?? ""), later)).toMatchObject({ status: 200 });
    for (const { paymentId } of [signed, later]) await untilFinal(server, paymentId);
  } finally {
    await rotated.stop();
    await removed.stop();
  }
});

test("an option below the chain's minimum is neither offered nor accepted", async () => {
  const [chain] = server.installation.chains;
  const assets = chain?.assets.map((asset) => (asset.symbol === "USDC" ? { ...asset, minimum: 10_000_001n } : asset));
  const paymentId = await createPayment(server);
  const signed = await signPayment(server, paymentId, buyer);
  const dearer = await startOn(
    { ...server.installation, chains: chain && assets ? [{ ...chain, assets }] : [] },
    "api",
  );
  try {
    const there = server.at(dearer.baseUrl ?? "");
    const units = (await listOptions(there, paymentId, [buyer.account])).map(({ amount }) => amount.unit);
    expect(units).not.toContain(signed.option.amount.unit);
    expect(await confirm(there, signed)).toMatchObject({ status: 409, body: { code: "quote_expired" } });
  } finally {
    await dearer.stop();
  }
});

test("a payment to the payer's own account is 400, and is not offered", async () => {
  const paymentId = await createPayment(server);
  const signed = await signPayment(server, paymentId, buyer);
  const toItself = forge(optionOf(server, signed), {}, { destination: buyer.address });
  const refused = [400, "params_validation"];
  expect(await tryOut(paymentId, signed.signature, toItself)).toEqual([refused, refused]);

  const { usdc } = server.deployment;
  const received = await server.balance(usdc, server.destination);
  await setBalance(server.client, usdc, server.destination, 1_000_000_000n);
  expect(await listOptions(server, paymentId, [`${server.caip2}:${server.destination}`])).toEqual([]);
  await setBalance(server.client, usdc, server.destination, received);
});
