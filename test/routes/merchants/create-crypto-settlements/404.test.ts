import { randomBytes } from "node:crypto";
import { expect, test } from "vitest";
import { rowsOf, serverForFile } from "../../setup.ts";

const server = serverForFile();

/** Too long for a PostgreSQL index, and random so that it cannot be compressed. */
const LONG_ID = randomBytes(4000).toString("hex");

test("an unknown, another partner's and a deleted merchant get the same response, and nothing is written", async () => {
  const other = await server().newOwner();
  await server().sql("update merchants set deleted_at = now() where id = $1", [server().merchantId]);
  const before = await rowsOf(server(), "crypto_settlements");
  for (const merchantId of ["mrch_unknown", other.merchantId, server().merchantId, LONG_ID]) {
    const { status, body } = await server().call({
      path: `/v1/merchants/${merchantId}/settlements/crypto`,
      body: {
        settlements: [
          { asset: "eip155:1/slip44:60", destination: "eip155:1:0x70997970C51812dc3A010C7d01b50e0d17dc79C8" },
        ],
      },
      headers: { "idempotency-key": "k" },
    });
    expect([status, body.code]).toEqual([404, "not_found"]);
  }
  expect(await rowsOf(server(), "crypto_settlements")).toBe(before);
  expect(await rowsOf(server(), "idempotent_answers")).toBe(0);
});
