import { expect, test } from "vitest";
import { expire, gateway, givenPayment, givenSucceededPayment } from "../../given.ts";
import { givenListed, type ListBody, listOf } from "../../listed.ts";
import { serverForFile } from "../../setup.ts";

const server = serverForFile();
const list = (query = "", headers = {}) => listOf(server(), `/v1/payments${query}`, headers);
const ids = ({ data }: ListBody) => data.map(({ paymentId }) => paymentId);

test("an open payment has its known fields and omits the unknown ones", async () => {
  const paymentId = await givenPayment(server(), { referenceId: "only open" });
  const { data, nextCursor, stats } = await list("?referenceId=only%20open");
  expect(data).toEqual([
    {
      paymentId,
      merchant: { id: server().merchantId, name: "Test shop" },
      referenceId: "only open",
      livemode: true,
      status: "requires_action",
      isTerminal: false,
      isRefunded: false,
      fiatAmount: {
        unit: "iso4217/USD",
        value: "100",
        display: { assetSymbol: "USD", assetName: "US Dollar", decimals: 2 },
      },
      createdBy: { type: "server", id: expect.stringMatching(/^key_/) },
      createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      lastUpdatedAt: expect.any(String),
    },
  ]);
  expect(nextCursor).toBeNull();
  expect(stats).toEqual({ totalRevenue: [], totalTransactions: 1, totalCustomers: 0 });
});

test("a paid payment shows buyer, transaction, settlement and fees; a refund is added", async () => {
  const paymentId = await givenSucceededPayment(server());
  const unit = `caip19/${server().caip2}/erc20:${server().deployment.usdc}`;
  const token = (value: string) => ({
    unit,
    value,
    display: expect.objectContaining({ assetSymbol: "USDC", decimals: 6, networkName: expect.any(String) }),
  });
  const { data, stats } = await list("?status=succeeded");
  const [item] = data;
  expect(item).toMatchObject({
    paymentId,
    status: "succeeded",
    isTerminal: true,
    tokenAmount: token("1000000"),
    buyer: {
      accountCaip10: expect.stringMatching(new RegExp(`^${server().caip2}:0x[0-9a-fA-F]{40}$`)),
      accountProviderName: expect.any(String),
    },
    transaction: {
      networkId: server().caip2.split(":")[1],
      hash: expect.stringMatching(/^0x[0-9a-f]{64}$/),
      nonce: expect.any(Number),
    },
    settlement: { settled: true, amount: token("996000"), txHash: item?.transaction?.hash },
    fees: { total: token("4000"), fixed: token("0"), percentage: "0.4" },
    settledAt: expect.any(String),
  });
  expect(stats).toEqual({
    totalRevenue: [{ amount: 1, currency: "USD" }],
    totalTransactions: 1,
    totalCustomers: 1,
  });
  const { nonce, hash } = item?.transaction ?? {};
  const onChain = await server().client.getTransaction({ hash: hash ?? "0x" });
  expect(nonce).toBe(onChain.nonce);

  await server().call({ path: "/v1/refunds", body: { paymentId } });
  const refunded = (await list("?status=succeeded")).data[0];
  expect(refunded).toEqual({
    ...item,
    lastUpdatedAt: refunded?.lastUpdatedAt,
    isRefunded: true,
    refundedAt: expect.any(String),
  });
});

test("an overdue payment is expired when it is listed", async () => {
  const paymentId = await givenPayment(server(), { referenceId: "ran out" });
  await expire(server(), paymentId);
  expect(await list("?referenceId=ran%20out")).toMatchObject({ data: [{ paymentId, status: "expired" }] });
});

test("the list reflects every write before the call, including changes of status", async () => {
  const paymentId = await givenPayment(server(), { referenceId: "moves on" });
  expect(ids(await list("?referenceId=moves%20on&status=requires_action"))).toEqual([paymentId]);
  await gateway(server(), paymentId, "/cancel", { method: "POST" });
  expect(ids(await list("?referenceId=moves%20on&status=requires_action"))).toEqual([]);
  const { data, stats } = await list("?referenceId=moves%20on&status=cancelled&status=failed");
  expect(data).toMatchObject([{ paymentId, status: "cancelled", isTerminal: true }]);
  expect(stats.totalTransactions).toBe(1);
});

test("newest first, unless the order is reversed", async () => {
  const given = await givenListed(server(), "by date", [300, 100, 200]);
  expect(ids(await list("?referenceId=by%20date"))).toEqual(given.toReversed());
  expect(ids(await list("?referenceId=by%20date&sortDir=asc"))).toEqual(given);
});

test("by amount: standard units as numbers, across currencies", async () => {
  const reference = "by amount";
  const of = (unit: string, value: string) =>
    givenPayment(server(), { referenceId: reference, amount: { unit: `iso4217/${unit}`, value } });
  const jpy = await of("JPY", "9"); // 9
  const usd = await of("USD", "1000"); // 10
  const kwd = await of("KWD", "9500"); // 9.5
  const big = await of("USD", "100000000000000001");
  const bigger = await of("KWD", "999999999999999999"); // 999 999 999 999 999.999, below big's 1 000 000 000 000 000.01
  expect(ids(await list("?referenceId=by%20amount&sortBy=amount"))).toEqual([big, bigger, usd, kwd, jpy]);
  expect(ids(await list("?referenceId=by%20amount&sortBy=amount&sortDir=asc"))).toEqual([jpy, kwd, usd, bigger, big]);
});

test("equal amounts are ordered by date in the same direction", async () => {
  const given = await givenListed(server(), "equal ones", [500, 500, 500]);
  expect(ids(await list("?referenceId=equal%20ones&sortBy=amount&sortDir=asc"))).toEqual(given);
  expect(ids(await list("?referenceId=equal%20ones&sortBy=amount"))).toEqual(given.toReversed());
});

test("pages by cursor to the end; the statistics cover all pages", async () => {
  const given = await givenListed(server(), "in pages", [1, 2, 3, 4, 5]);
  const seen: string[] = [];
  for (let cursor: string | null = ""; cursor !== null; ) {
    const page: ListBody = await list(`?referenceId=in%20pages&limit=2${cursor && `&cursor=${cursor}`}`);
    expect(page.stats.totalTransactions).toBe(5);
    seen.push(...ids(page));
    cursor = page.nextCursor;
  }
  expect(seen).toEqual(given.toReversed());
});

test("fifty per page by default", async () => {
  const { data, nextCursor } = await list();
  expect(data.length).toBeLessThanOrEqual(50);
  await givenListed(server(), "many of them", Array<number>(51).fill(7));
  const full = await list("?referenceId=many");
  expect([full.data.length, typeof full.nextCursor]).toEqual([50, "string"]);
  expect((await list("?referenceId=many&limit=200")).data.length).toBe(51);
  expect([data.length > 0, nextCursor]).toEqual([true, null]);
});

test("searches references literally and regardless of case", async () => {
  const [paymentId = ""] = await givenListed(server(), "Order: A+B.c/7", [1]);
  await givenListed(server(), "Order: AxBxc/7", [1]);
  expect(ids(await list("?referenceId=a%2Bb.C"))).toEqual([paymentId]);
  expect(ids(await list("?referenceId=a%2BbxC"))).toEqual([]);
});

test("tokens by symbol and asset, chains by id", async () => {
  const [{ paymentId } = { paymentId: "" }] = (await list("?status=succeeded")).data;
  const usdc = `${server().caip2}/erc20:${server().deployment.usdc}`;
  for (const found of ["token_symbol=USDC", "token_symbol=EURC&token_symbol=USDC", "asset=USDC", `asset=${usdc}`]) {
    expect([found, ids(await list(`?${found}`))]).toEqual([found, [paymentId]]);
  }
  const caip2 = server().caip2;
  expect(ids(await list(`?asset=${usdc.toLowerCase()}&network=eip155:1,${caip2}`))).toEqual([paymentId]);
  const none = ["token_symbol=EURC", "token_symbol=NONE", "network=eip155:1", "asset=USDC&token_symbol=EURC"];
  for (const missed of none) expect([missed, ids(await list(`?${missed}`))]).toEqual([missed, []]);
});

test("another partner's and an unknown merchant match nothing", async () => {
  const other = await server().newOwner();
  const nothing = { data: [], nextCursor: null, stats: { totalRevenue: [], totalTransactions: 0, totalCustomers: 0 } };
  expect(await list("?merchantId=mrch_unknown")).toEqual(nothing);
  expect(await list(`?merchantId=${other.merchantId}`)).toEqual(nothing);
  expect(await list("", { "api-key": other.apiKey })).toEqual(nothing);
  expect((await list(`?merchantId=${server().merchantId}&merchantId=mrch_unknown`)).data).not.toEqual([]);
});

test("a read key may list", async () => {
  expect((await list("", { "api-key": server().readKey })).data).not.toEqual([]);
});

test("times: includes the start and excludes the end, to the microsecond and in any offset", async () => {
  const [paymentId = ""] = await givenListed(server(), "at a moment", [1]);
  await list(""); // folds everything, so that no fold runs while the times change
  await server().sql(
    `with unlisted as (
       delete from listed_payments where payment_id = $1
     ), unreferenced as (
       delete from listed_references where payment_id = $1
     ), moved as (
       update payments set created_at = '2026-03-01T12:00:00.250Z' where id = $1 returning id, partner_id, status
     )
     insert into payment_events (payment_id, partner_id, type, status)
     select id, partner_id, 'created', status from moved`,
    [paymentId],
  );
  const found = async (query: string) => ids(await list(`?referenceId=at%20a%20moment&${query}`)).length === 1;
  const moments: [query: string, isFound: boolean][] = [
    ["startTs=2026-03-01T12:00:00.250Z", true],
    ["startTs=2026-03-01T12:00:00.250001Z", false],
    ["startTs=2026-03-01T12:00:00.249999Z", true],
    ["endTs=2026-03-01T12:00:00.250Z", false],
    ["endTs=2026-03-01T12:00:00.250001Z", true],
    ["endTs=2026-03-01T12:00:00.249999Z", false],
    ["startTs=2026-03-01T14:00:00.250%2B02:00&endTs=2026-03-01T06:30:00.251-05:30", true],
    ["startTs=2026-03-01T14:00:00.251%2B02:00", false],
    ["startTs=2026-03-01T12:00:01Z&endTs=2026-03-01T12:00:00Z", false],
    ["startTs=0001-01-01T00:00:00Z&endTs=9999-12-31T23:59:59-23:59", true],
  ];
  for (const [query, isFound] of moments) expect([query, await found(query)]).toEqual([query, isFound]);
});
