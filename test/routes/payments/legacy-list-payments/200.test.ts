import { expect, test } from "vitest";
import { gateway, givenPayment, givenSucceededPayment } from "../../given.ts";
import { givenListed, type LegacyBody, listOf } from "../../listed.ts";
import { sharedServerForFile } from "../../setup.ts";

const server = sharedServerForFile();
const path = (query = "") => `/v1/merchants/${server().merchantId}/payments${query}`;
const list = (query = "", headers = {}) =>
  listOf<LegacyBody>(server(), path(query), { "merchant-id": null, ...headers });

test("a merchant without payments gets an empty envelope", async () => {
  const { merchantId, apiKey } = await server().newOwner();
  const body = await listOf<LegacyBody>(server(), `/v1/merchants/${merchantId}/payments`, { "api-key": apiKey });
  expect(body).toEqual({
    data: [],
    stats: { total_customers: 0, total_revenue: { amount: 0, currency: "USD" }, total_transactions: 0 },
    next_cursor: null,
  });
});

test("an open payment: unknown values are null, empty or 0", async () => {
  const paymentId = await givenPayment(server(), {
    referenceId: "open",
    amount: { unit: "iso4217/KWD", value: "1250" },
  });
  expect((await list()).data).toEqual([
    {
      payment_id: paymentId,
      merchant_id: server().merchantId,
      reference_id: "open",
      status: "requires_action",
      is_terminal: false,
      wallet_name: "",
      wallet_logo: "",
      token_symbol: "",
      token_logo: "",
      token_decimals: 0,
      token_caip19: null,
      token_amount: null,
      chain_id: null,
      chain_logo: "",
      buyer_caip10: null,
      tx_hash: null,
      nonce: null,
      fiat_amount: 1.25,
      fiat_currency: "KWD",
      created_at: expect.any(String),
      last_updated_at: expect.any(String),
      settled_at: null,
      settlement_status: null,
      settlement_tx_hash: null,
    },
  ]);
});

test("a paid payment", async () => {
  const paymentId = await givenSucceededPayment(server());
  const { data, stats } = await list("?status=succeeded");
  expect(data).toEqual([
    expect.objectContaining({
      payment_id: paymentId,
      is_terminal: true,
      token_symbol: "USDC",
      token_decimals: 6,
      token_caip19: `${server().caip2}/erc20:${server().deployment.usdc}`,
      token_amount: "1000000",
      chain_id: server().caip2,
      buyer_caip10: expect.stringMatching(new RegExp(`^${server().caip2}:0x`)),
      tx_hash: expect.stringMatching(/^0x[0-9a-f]{64}$/),
      nonce: expect.any(Number),
      fiat_amount: 1,
      fiat_currency: "USD",
      settled_at: expect.any(String),
      settlement_status: "settled",
      settlement_tx_hash: data[0]?.tx_hash,
    }),
  ]);
  expect(stats).toMatchObject({ total_customers: 1, total_transactions: 1 });
});

test("revenue is in the merchant's most used currency, whatever the filter", async () => {
  const one = await list("?status=succeeded"); // one KWD and one USD payment so far: the first by code
  expect(one.stats.total_revenue).toEqual({ amount: 0, currency: "KWD" });
  await givenListed(server(), "more dollars", [100]);
  expect((await list("?status=succeeded")).stats.total_revenue).toEqual({ amount: 1, currency: "USD" });
  expect((await list("?status=failed")).stats.total_revenue).toEqual({ amount: 0, currency: "USD" });
});

test("cancelled payments are omitted", async () => {
  const paymentId = await givenPayment(server(), { referenceId: "to be cancelled" });
  const before = await list();
  await gateway(server(), paymentId, "/cancel", { method: "POST" });
  const after = await list();
  expect(before.data.map(({ payment_id }) => payment_id)).toContain(paymentId);
  expect(after.data.map(({ payment_id }) => payment_id)).not.toContain(paymentId);
  expect(after.stats.total_transactions).toBe(before.stats.total_transactions - 1);
});

test("legacy names for filters, order and pages", async () => {
  const first = await list("?limit=1&sort_by=amount&sort_dir=asc");
  const second = await list(`?limit=1&sort_by=amount&sort_dir=asc&cursor=${first.next_cursor}`);
  const [cheap, dear] = [first.data[0]?.fiat_amount ?? 0, second.data[0]?.fiat_amount ?? 0];
  expect([cheap <= dear, first.data[0]?.payment_id !== second.data[0]?.payment_id]).toEqual([true, true]);
  expect((await list("?end_ts=2026-01-01T00:00:00Z")).data).toEqual([]);
  expect((await list("?start_ts=2026-01-01T00:00:00Z&asset=USDC")).data.length).toBe(1);
  expect((await list("?network=eip155:1")).data).toEqual([]);
});

test("is marked as deprecated and names its replacement", async () => {
  for (const query of ["", "?limit=0"]) {
    const { headers } = await server().call({ path: path(query) });
    expect([headers.get("deprecation"), headers.get("link")]).toEqual([
      "@1771372800",
      '</v1/merchants/payments>; rel="successor-version"',
    ]);
  }
  const { headers } = await server().call({ path: "/v1/merchants/payments" });
  expect(headers.get("deprecation")).toBeNull();
});

test("accepts the key in X-Api-Key", async () => {
  expect((await list("", { "api-key": null, "x-api-key": server().apiKey })).data).not.toEqual([]);
});

test("a deleted merchant's payments stay listed", async () => {
  await server().call({ method: "DELETE", path: `/v1/merchants/${server().merchantId}` });
  expect((await list()).data).not.toEqual([]);
});
