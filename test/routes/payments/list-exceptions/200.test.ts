import { beforeEach, expect, test } from "vitest";
import { givenPayment } from "../../given.ts";
import { serverForFile } from "../../setup.ts";
import { type GivenException, givenException, list } from "./exceptions.ts";

const server = serverForFile();
beforeEach(() => server().sql("delete from exceptions"));

test("an exception with its amount, transaction and time", async () => {
  const createdAt = "2026-02-18T10:00:00.123Z";
  const { id, paymentId } = await givenException(server(), { kind: "duplicate", createdAt });
  const { status, body } = await list(server(), "", { "merchant-id": null });
  expect(status).toBe(200);
  expect(body).toEqual({
    data: [
      {
        id,
        paymentId,
        kind: "duplicate",
        status: "open",
        fiatAmount: { unit: "iso4217/USD", value: "123", display: expect.anything() },
        network: expect.any(String),
        amount: {
          unit: `caip19/${server().caip2}/erc20:${server().deployment.usdc}`,
          value: "1234567",
          display: expect.objectContaining({ assetSymbol: "USDC", decimals: 6 }),
        },
        transaction: {
          networkId: server().caip2.replace("eip155:", ""),
          hash: expect.stringMatching(/^0x[0-9a-f]{64}$/),
        },
        message: "What happened.",
        createdAt,
        resolvedAt: null,
        resolution: null,
      },
    ],
    nextCursor: null,
  });
});

test("a resolved exception has the time of its resolution", async () => {
  const { id } = await givenException(server());
  const resolvedAt = "2026-02-18T10:00:01.000Z";
  await server().sql("update exceptions set resolved_at = $1, resolution = 'chain'", [resolvedAt]);
  expect((await list(server())).body.data).toEqual([
    expect.objectContaining({ id, status: "resolved", resolvedAt, resolution: { type: "chain" } }),
  ]);
});

test("unknown values are null", async () => {
  const { id } = await givenException(server());
  await server().sql(
    "update exceptions set asset = null, amount = null, chain = null, tx_hash = null, log_index = null",
  );
  const { body } = await list(server());
  expect(body.data).toEqual([expect.objectContaining({ id, amount: null, transaction: null })]);
});

test("newest first, page by page, without skips or repeats while more are written", async () => {
  const given: GivenException[] = [];
  // Several have the same time: then the id decides.
  for (let index = 0; index < 13; index++) {
    const createdAt = new Date(Date.UTC(2026, 0, 1, 0, 0, Math.floor(index / 4))).toISOString();
    given.push(await givenException(server(), { createdAt }));
  }
  const expected = await server().sql<{ id: string }>("select id from exceptions order by created_at desc, id desc");
  const seen: string[] = [];
  for (let cursor: string | null = ""; cursor !== null; ) {
    const { body } = await list(server(), `?limit=3${cursor && `&cursor=${cursor}`}`);
    seen.push(...body.data.map(({ id }) => id));
    expect(body.data.length).toBeLessThanOrEqual(3);
    await givenException(server()); // newer than all others
    cursor = body.nextCursor;
  }
  expect(seen).toEqual(expected.map(({ id }) => id));
  expect(seen).toHaveLength(given.length);
});

test("the last page has no cursor, even when it is full", async () => {
  for (let index = 0; index < 2; index++) await givenException(server());
  expect((await list(server(), "?limit=2")).body.nextCursor).toBeNull();
});

test("its sender, and the part that went as a fee", async () => {
  await givenException(server());
  const sender = "0x70997970C51812dc3A010C7d01b50e0d17dc79C8";
  await server().sql("update exceptions set sender = $1, fee = 4567", [sender]);
  const [shown] = (await list(server())).body.data;
  expect(shown).toMatchObject({
    sender: `${server().caip2}:${sender}`,
    fee: { value: "4567", display: { decimals: 6 } },
  });
});

test("filters by status", async () => {
  const open = await givenException(server());
  const resolved = await givenException(server());
  await server().sql("update exceptions set resolved_at = now(), resolution = 'chain' where id = $1", [resolved.id]);
  const idsOf = async (query: string) => (await list(server(), query)).body.data.map(({ id }) => id);
  expect(await idsOf("?status=open")).toEqual([open.id]);
  expect(await idsOf("?status=resolved")).toEqual([resolved.id]);
});

test("filters by payment, by kind and by both; an unknown or another partner's payment has none", async () => {
  const paymentId = await givenPayment(server());
  const late = await givenException(server(), { paymentId, kind: "late" });
  const duplicate = await givenException(server(), { paymentId, kind: "duplicate" });
  const elsewhere = await givenException(server(), { kind: "late" });
  const idsOf = async (query: string) => (await list(server(), query)).body.data.map(({ id }) => id).sort();
  expect(await idsOf(`?paymentId=${paymentId}`)).toEqual([late.id, duplicate.id].sort());
  expect(await idsOf("?kind=late")).toEqual([late.id, elsewhere.id].sort());
  expect(await idsOf(`?kind=late&paymentId=${paymentId}`)).toEqual([late.id]);
  expect(await idsOf("?kind=overpaid")).toEqual([]);
  expect(await idsOf("?paymentId=pay_unknown")).toEqual([]);
  const other = await server().newOwner();
  const asOther = { "api-key": other.apiKey };
  expect((await list(server(), "", asOther)).body).toEqual({ data: [], nextCursor: null });
  expect((await list(server(), `?paymentId=${paymentId}`, asOther)).body).toEqual({ data: [], nextCursor: null });
});
