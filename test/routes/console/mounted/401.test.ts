// Changing a destination requires the key itself as well as the session.
import { expect, test } from "vitest";
import { newApiKey } from "../../../../src/merchant/api-key.ts";
import { signIn } from "../../../harness/server/console.ts";
import { createKeyFor, type RouteServer, rowsOf, serverForFile, type WireBody } from "../../setup.ts";

const server = serverForFile();

async function changes({ merchantId, caip2, destination, sql }: RouteServer) {
  const [settlement] = await sql<{ id: string; asset: string }>(
    "select id, asset from crypto_settlements where merchant_id = $1 order by id",
    [merchantId],
  );
  const path = `/v1/merchants/${merchantId}/settlements/crypto`;
  const account = `${caip2}:${destination}`;
  return [
    { path, body: { settlements: [{ asset: `${caip2}/slip44:60`, destination: account }] } },
    { path: `${path}/${settlement?.id}`, method: "PUT" as const, body: { destination: account } },
    { path: `${path}/${settlement?.id}`, method: "DELETE" as const },
  ];
}

test("a missing key, another partner's or one without permission changes nothing", async () => {
  const session = await signIn(server());
  const other = await server().newOwner();
  const revoked = await createKeyFor(server(), "partner");
  await server().sql("update api_keys set revoked_at = now() where hash = sha256($1::bytea)", [revoked]);
  const before = await server().sql("select * from crypto_settlements order by id");
  const audited = await rowsOf(server(), "audit_log");
  const wrong = [
    other.apiKey,
    server().readKey,
    server().walletKey,
    revoked,
    newApiKey("partner", "prtn_1").apiKey,
    "x",
  ];
  for (const request of await changes(server())) {
    const ask = (apiKey: string | null) =>
      session.call<WireBody>({ ...request, headers: { "idempotency-key": "k", "api-key": apiKey } });
    expect((await ask(null)).body.code).toBe("missing_api_key");
    for (const apiKey of wrong) {
      const { status, body } = await ask(apiKey);
      expect([status, body.code]).toEqual([401, "invalid_api_key"]);
    }
  }
  expect(await server().sql("select * from crypto_settlements order by id")).toEqual(before);
  expect(await rowsOf(server(), "audit_log")).toBe(audited);
});

test("the session and the key change the destination; the key alone does not", async () => {
  const session = await signIn(server());
  const [, change] = await changes(server());
  if (!change) throw new Error("no change");
  const other = "0x000000000000000000000000000000000000dEaD";
  const request = { ...change, body: { destination: `${server().caip2}:${other}` } };
  const apiKey = await createKeyFor(server(), "partner");
  const alone = await session.call<WireBody>({ ...request, headers: { cookie: null, "api-key": apiKey } });
  expect([alone.status, alone.body.code]).toEqual([401, "unauthorized"]);
  const { status } = await session.call({ ...request, headers: { "api-key": apiKey } });
  expect(status).toBe(200);
  const rows = await server().sql("select 1 from crypto_settlements where destination like $1", [`%${other}`]);
  expect(rows).toHaveLength(1);
});
