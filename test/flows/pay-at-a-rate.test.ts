// Payments in one currency made with an asset of another: the rate holds for a limited time, is recorded and traceable.
import { afterAll, afterEach, beforeAll, describe, expect, inject, test, vi } from "vitest";
import { parseRates, type RatesConfig } from "../../src/rates/config.ts";
import {
  buyerWith as buyerHolding,
  confirmResults,
  executeAll,
  fetchActions,
  onlyOption,
} from "../harness/chain/methods.ts";
import { deployFeed, type TestFeed } from "../harness/chain/price-feed.ts";
import { asWallet, confirm, createPayment, listOptions, signPayment, untilFinal } from "../harness/chain/wallet.ts";
import { type Buyer, setBalance, startServer, type TestServer } from "../harness/server/server.ts";

const CAIP2 = "eip155:31337";
const QUOTE_LIFETIME_S = 60;
const REFRESH_S = 10;
/** The local chain's. */
const INCLUSION_GRACE_S = 120;
/** 1.08 US dollars per euro. */
const EUR_USD = 1_08000000n;

/** 3 000 US dollars per coin. */
const ETH_USD = 3_000_00000000n;

let feed: TestFeed;
let ethFeed: TestFeed;
let server: TestServer;
beforeAll(async () => {
  feed = await deployFeed(inject("sharedChain").rpcUrl, { description: "EUR / USD", answer: EUR_USD });
  ethFeed = await deployFeed(inject("sharedChain").rpcUrl, { description: "ETH / USD", answer: ETH_USD });
  server = await startServer({ rates: ratesBy({ "EUR/USD": feed, "ETH/USD": ethFeed }), nowMs: () => Date.now() });
  const { account } = await server.newBuyer();
  const paymentId = await pay("USD", "1000");
  const offered = async () => expect(await listOptions(server, paymentId, [account])).toHaveLength(2);
  await vi.waitFor(offered, { timeout: 20_000 }); // a busy machine may read the feed late
});
afterEach(() => {
  vi.useRealTimers();
});
afterAll(() => server.stop());

function ratesBy(feeds: Readonly<Record<string, TestFeed>>): RatesConfig {
  const pairs = Object.entries(feeds).map(([pair, { address }]) => ({
    pair,
    maxAgeS: 3_600,
    sources: [{ type: "feed", chain: CAIP2, address }],
  }));
  const parsed = parseRates({ quoteLifetimeS: QUOTE_LIFETIME_S, refreshS: REFRESH_S, pairs }, [CAIP2]);
  if (parsed.kind === "ok") return parsed.rates;
  throw new Error(JSON.stringify(parsed.issues));
}

type Currency = "EUR" | "USD";
const pay = (currency: Currency, value: string, expiresAt?: number) =>
  createPayment(server, { amount: { unit: `iso4217/${currency}`, value }, ...(expiresAt && { expiresAt }) });

/** A buyer who holds only one of the two tokens. */
async function buyerWith(symbol: "usdc" | "eurc"): Promise<Buyer> {
  const buyer = await server.newBuyer();
  const { usdc, eurc } = server.deployment;
  await setBalance(server.client, symbol === "usdc" ? eurc : usdc, buyer.address, 0n);
  return buyer;
}

const unitOf = (symbol: "usdc" | "eurc") => `caip19/${server.caip2}/erc20:${server.deployment[symbol]}`;
/** The recorded form of a rate. */
const said = (pair: string, { address }: TestFeed, price: string) => ({
  pair,
  source: `feed ${CAIP2}/${address}`,
  price,
  observedAtS: expect.any(Number),
});

async function confirmedData(paymentId: string): Promise<object | undefined> {
  const [confirmed] = await server.sql<{ data: object }>(
    "select data from payment_events where payment_id = $1 and type = 'confirmed'",
    [paymentId],
  );
  return confirmed?.data;
}

const nowS = () => Math.floor(Date.now() / 1000);
/** Advances only this process's clock, not the database's or the chain's. */
const letPass = (seconds: number) => vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + seconds * 1_000 });

describe("a token of another currency", () => {
  test("is offered at its rate, rounded up, until the quote expires; the same currency is always 1:1", async () => {
    const { account } = await server.newBuyer();
    const before = nowS();
    const options = await listOptions(server, await pay("USD", "1000"), [account]);
    expect(options).toMatchObject([
      { amount: { unit: unitOf("usdc"), value: "10000000" }, expiresAt: null },
      // 10.00 / 1.08 are 9.259259259…
      { amount: { unit: unitOf("eurc"), value: "9259260" }, expiresAt: expect.any(Number) },
    ]);
    const [, { expiresAt }] = options as unknown as [unknown, { expiresAt: number }];
    expect(expiresAt).toBeGreaterThanOrEqual(before + QUOTE_LIFETIME_S);
    expect(expiresAt).toBeLessThanOrEqual(nowS() + QUOTE_LIFETIME_S);
  });

  test.each<[Currency, "usdc" | "eurc", bigint]>([
    ["USD", "eurc", 9_259_260n],
    ["EUR", "usdc", 10_800_000n],
  ])(
    "pays %s by %s, to the last unit, and the payment records the rate's sources",
    async (currency, symbol, amount) => {
      const buyer = await buyerWith(symbol);
      const token = server.deployment[symbol];
      const before = await Promise.all([server.destination, server.feeReceiver].map((to) => server.balance(token, to)));
      const paymentId = await pay(currency, "1000");
      await confirm(server, await signPayment(server, paymentId, buyer));
      const final = await untilFinal(server, paymentId);
      expect(final).toMatchObject({
        status: "succeeded",
        info: { optionAmount: { unit: unitOf(symbol), value: amount.toString() } },
      });
      const fee = (amount * 4n) / 1_000n;
      const after = await Promise.all([server.destination, server.feeReceiver].map((to) => server.balance(token, to)));
      expect(after.map((balance, index) => balance - (before[index] ?? 0n))).toEqual([amount - fee, fee]);

      const sources = [
        { pair: "EUR/USD", source: `feed ${CAIP2}/${feed.address}`, price: "1.08", observedAtS: expect.any(Number) },
      ];
      const confirmed = await confirmedData(paymentId);
      expect(confirmed).toMatchObject({ amount: amount.toString(), quoteSources: sources });
      const kept = await server.store.payments.findForBuyer(paymentId);
      expect(kept?.confirmation?.option).toMatchObject({ quoteExpiresAtS: expect.any(Number), quoteSources: sources });
    },
  );

  test("records no sources if no rate was used", async () => {
    const paymentId = await pay("USD", "1000");
    await confirm(server, await signPayment(server, paymentId, await server.newBuyer()));
    expect(await confirmedData(paymentId)).not.toHaveProperty("quoteSources");
    await untilFinal(server, paymentId);
  });
});

describe("the chain's native coin", () => {
  const COIN = { coin: "1" };
  type NetworkFee = { readonly value: string; readonly fiatAmount: { readonly value: string } };
  const paid = async (paymentId: string) => {
    const option = (await server.store.payments.findForBuyer(paymentId))?.confirmation?.option;
    return { amount: option?.terms.amount, sources: option?.quoteSources };
  };

  test.each([
    // 12.50 dollars by 3 000 are 0.0041666…
    ["USD", 4_166_666_666_666_667n, () => [said("ETH/USD", ethFeed, "3000")]],
    // 12.50 euros are 13.50 dollars
    ["EUR", 4_500_000_000_000_000n, () => [said("ETH/USD", ethFeed, "3000"), said("EUR/USD", feed, "1.08")]],
  ] as const)("pays %s", async (currency, amount, sources) => {
    const buyer = await buyerHolding(server, COIN);
    const before = await server.client.getBalance({ address: server.destination });
    const paymentId = await pay(currency, "1250");
    await expectFeeWorth(paymentId, buyer, amount);
    const option = await onlyOption(server, paymentId, buyer);
    const results = await executeAll(server, buyer, await fetchActions(server, paymentId, option));
    expect(await confirmResults(server, paymentId, option, results)).toMatchObject({ status: 200 });
    expect(await untilFinal(server, paymentId)).toMatchObject({
      status: "succeeded",
      info: { optionAmount: { value: amount.toString() } },
    });
    expect(await paid(paymentId)).toEqual({ amount, sources: sources() });
    const fee = (amount * 4n) / 1_000n;
    expect((await server.client.getBalance({ address: server.destination })) - before).toBe(amount - fee);
  });

  /** @param amount in wei, for 12.50 */
  async function expectFeeWorth(paymentId: string, { account }: Buyer, amount: bigint): Promise<void> {
    const { body } = await server.call<{ options: readonly { networkFee: NetworkFee }[] }>({
      path: `/v1/gateway/payment/${paymentId}/options`,
      headers: asWallet(server),
      body: { accounts: [account], includeUnavailable: true },
    });
    const { value = "0", fiatAmount } = body.options[0]?.networkFee ?? {};
    const cents = (BigInt(value) * 1_250n + amount - 1n) / amount;
    expect(fiatAmount).toMatchObject({ value: cents.toString() });
  }

  test("pays if sent in time, even if the confirm arrives after the quote has expired, or never", async () => {
    const buyer = await buyerHolding(server, COIN);
    const [late, never] = await Promise.all([pay("USD", "1250"), pay("USD", "1250")]);
    const option = await onlyOption(server, late, buyer);
    const [hash] = await executeAll(server, buyer, await fetchActions(server, late, option));
    await server.client.waitForTransactionReceipt({ hash: hash ?? "0x" });
    letPass(QUOTE_LIFETIME_S);
    expect(await confirmResults(server, late, option, [hash ?? ""])).toMatchObject({ status: 200 });

    vi.useRealTimers();
    await executeAll(server, buyer, await fetchActions(server, never, await onlyOption(server, never, buyer)));
    for (const paymentId of [late, never]) {
      expect(await untilFinal(server, paymentId)).toMatchObject({ status: "succeeded" });
      const kept = [said("ETH/USD", ethFeed, "3000")];
      expect(await paid(paymentId)).toEqual({ amount: 4_166_666_666_666_667n, sources: kept });
      expect(await confirmedData(paymentId)).toMatchObject({ amount: "4166666666666667", quoteSources: kept });
    }
  });
});

describe("an expired quote", () => {
  test("is 409 on fetch or confirm; a new quote pays", async () => {
    const buyer = await buyerWith("eurc");
    const paymentId = await pay("USD", "1000");
    const signed = await signPayment(server, paymentId, buyer);
    letPass(QUOTE_LIFETIME_S);
    const expired = { status: 409, body: { code: "quote_expired", message: expect.stringContaining("expired") } };
    expect(
      await server.call({
        path: `/v1/gateway/payment/${paymentId}/fetch`,
        headers: asWallet(server),
        body: { optionId: signed.option.id, data: signed.option.actions[0]?.data.data },
      }),
    ).toMatchObject(expired);
    expect(await confirm(server, signed)).toMatchObject(expired);

    const again = await signPayment(server, paymentId, buyer);
    expect(again.option.id).not.toBe(signed.option.id);
    expect(await confirm(server, again)).toMatchObject({ status: 200 });
    expect(await untilFinal(server, paymentId)).toMatchObject({ status: "succeeded" });
    // An identical repeat gets the same response; the expired quote stays refused.
    letPass(QUOTE_LIFETIME_S);
    expect(await confirm(server, again)).toMatchObject({ status: 200, body: { status: "succeeded" } });
    expect((await confirm(server, signed)).status).toBe(400);
  });

  test("expires on chain as well, so a signature cannot be held back until the market moves", async () => {
    const inAnHour = nowS() + 3_600;
    const [own, other] = await Promise.all(
      (["usdc", "eurc"] as const).map(async (symbol) => {
        const paymentId = await pay("USD", "1000", inAnHour);
        return validBefore(paymentId, await buyerWith(symbol));
      }),
    );
    expect(own).toBe(inAnHour + INCLUSION_GRACE_S);
    expect(other).toBeGreaterThan(nowS());
    expect(other).toBeLessThanOrEqual(nowS() + QUOTE_LIFETIME_S + INCLUSION_GRACE_S);
  });
});

test("no quote outlives its payment", async () => {
  const expiresAt = nowS() + 20;
  const { account } = await server.newBuyer();
  const options = await listOptions(server, await pay("USD", "1000", expiresAt), [account]);
  expect(options).toMatchObject([{ expiresAt: null }, { expiresAt }]);
});

test("an option without a rate lives at most a day, if its payment lives longer", async () => {
  const DAY_S = 86_400;
  const paymentId = await pay("USD", "1000", nowS() + 30 * DAY_S);
  const buyer = await buyerWith("usdc");
  const [{ expiresAt }] = (await listOptions(server, paymentId, [buyer.account])) as unknown as [{ expiresAt: number }];
  expect(expiresAt).toBeGreaterThan(nowS() + DAY_S - 3_600);
  expect(expiresAt).toBeLessThanOrEqual(nowS() + DAY_S);
  expect(await validBefore(paymentId, buyer)).toBe(expiresAt + INCLUSION_GRACE_S);
  const signed = await signPayment(server, paymentId, buyer);
  letPass(DAY_S);
  expect(await confirm(server, signed)).toMatchObject({ status: 409, body: { code: "quote_expired" } });
});

async function validBefore(paymentId: string, { account }: Buyer): Promise<number> {
  const [option] = await listOptions(server, paymentId, [account]);
  const { body } = await server.call<{ actions: readonly { data: { params: readonly [string, string] } }[] }>({
    path: `/v1/gateway/payment/${paymentId}/fetch`,
    headers: asWallet(server),
    body: { optionId: option?.id, data: "" },
  });
  const { message } = JSON.parse(body.actions[0]?.data.params[1] ?? "") as { message: { validBefore: string } };
  return Number(message.validBefore);
}

test("without a healthy rate only that option is missing, and it returns with the rate", async () => {
  const { account } = await server.newBuyer();
  const paymentId = await pay("USD", "1000");
  const units = async () => {
    letPass(2 * REFRESH_S); // from here, a request waits for the feed to be read
    return (await listOptions(server, paymentId, [account])).map(({ amount }) => amount.unit);
  };
  const at = BigInt(nowS());
  const stale = { roundId: 9n, answer: EUR_USD, startedAt: 1n, updatedAt: at - 3_700n, answeredInRound: 9n };
  for (const spoil of [() => feed.setAnswer(0n), () => feed.setAnswer(-EUR_USD), () => feed.setRound(stale)]) {
    await spoil();
    expect(await units()).toEqual([unitOf("usdc")]);
    await feed.setAnswer(EUR_USD);
    expect(await units()).toEqual([unitOf("usdc"), unitOf("eurc")]);
  }
});
