import { beforeEach, expect, test } from "vitest";
import { keyIdOf, recordsOf } from "../../settlement-records.ts";
import { rowsOf, serverForFile } from "../../setup.ts";

const server = serverForFile();
const DESTINATION = "0x70997970C51812dc3A010C7d01b50e0d17dc79C8";
const token = (n: number) => `eip155:1/erc20:0x${n.toString(16).padStart(40, "0")}`;

const create = (settlements: object[], key: string) =>
  server().call({
    path: `/v1/merchants/${server().merchantId}/settlements/crypto`,
    body: { settlements },
    headers: { "idempotency-key": key, "merchant-id": null },
  });

beforeEach(() => server().sql("delete from crypto_settlements"));

test("creates all of them, in canonical form and in the order of the request", async () => {
  const { status, body } = await create(
    [
      { asset: token(1), destination: `eip155:1:${DESTINATION.toLowerCase()}` },
      {
        asset: "solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp/token:abc",
        destination: "solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp:def",
      },
    ],
    "s1",
  );
  expect(status).toBe(201);
  expect(body).toEqual({
    settlements: [
      { id: expect.stringMatching(/^crypto_[0-9a-z]{32}$/), asset: token(1), destination: `eip155:1:${DESTINATION}` },
      expect.objectContaining({ asset: "solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp/token:abc" }),
    ],
  });
});

test("fifty at once", async () => {
  const settlements = Array.from({ length: 50 }, (_, index) => ({
    asset: token(index + 1),
    destination: `eip155:1:${DESTINATION}`,
  }));
  expect((await create(settlements, "s2")).body.settlements).toHaveLength(50);
});

test("a repeat writes nothing", async () => {
  const settlements = [{ asset: token(1), destination: `eip155:1:${DESTINATION}` }];
  const first = await create(settlements, "s3");
  const second = await create(settlements, "s3");
  expect([second.status, second.body]).toEqual([201, first.body]);
  expect(second.headers.get("idempotent-replayed")).toBe("true");
  expect(await rowsOf(server(), "crypto_settlements")).toBe(1);
});

test("each has an audit entry with its key and an event; a repeat records nothing", async () => {
  const before = await recordsOf(server());
  const settlements = [1, 2].map((n) => ({ asset: token(n), destination: `eip155:1:${DESTINATION}` }));
  const { body } = await create(settlements, "s4");
  await create(settlements, "s4");
  const { audit, events } = await recordsOf(server());
  const actor = await keyIdOf(server());
  expect(audit.slice(before.audit.length)).toEqual(
    body.settlements.map(({ id, asset, destination }) => ({
      actor,
      action: "settlement_created",
      subject_id: id,
      before: null,
      after: { asset, destination },
    })),
  );
  expect(events.slice(before.events.length)).toEqual(
    body.settlements.map(({ id, asset, destination }) => ({
      type: "settlement_created",
      data: { settlementId: id, asset, before: null, after: destination },
    })),
  );
});
