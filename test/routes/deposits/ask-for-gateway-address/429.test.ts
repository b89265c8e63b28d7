import { expect, test } from "vitest";
import { givenPayment } from "../../given.ts";
import { createKeyFor, serverForFile } from "../../setup.ts";
import { askAsBuyer, askAsPartner, usdcOf, writtenIn } from "../given.ts";

const PLENTY = "read=9999/1,write=9999/1,gateway=9999/1,app=9999/1,anonymous=9999/1";
const server = serverForFile({
  role: "api",
  environment: { RATE_LIMITS: `${PLENTY},addresses=2/36000`, DEPOSIT_ADDRESSES_MAX: "5" },
});

test("a caller of the gateway gets so many new addresses; repeats, other callers and the partner are free", async () => {
  const given = [await givenPayment(server()), await givenPayment(server())];
  for (const paymentId of given) expect((await askAsBuyer(server(), paymentId)).status).toBe(200);
  const next = await givenPayment(server());
  const before = await writtenIn(server());
  const { status, body, headers } = await askAsBuyer(server(), next);
  expect([status, body.code]).toEqual([429, "rate_limited"]);
  expect(Number(headers.get("retry-after"))).toBeGreaterThan(0);
  expect(await writtenIn(server())).toEqual(before);

  expect((await askAsBuyer(server(), given[0] ?? "")).status).toBe(200);
  const other = await createKeyFor(server(), "wallet");
  expect((await askAsBuyer(server(), next, usdcOf(server()), { "api-key": other })).status).toBe(200);
  expect((await askAsPartner(server(), await givenPayment(server()))).status).toBe(200);
});

test("a partner has so many open addresses; those of ended payments are free, other partners' do not count", async () => {
  const owner = (await server().asNewOwner()) as ReturnType<typeof server>;
  const ask = async () => {
    const paymentId = await givenPayment(owner);
    return { paymentId, ...(await askAsPartner(owner, paymentId)) };
  };
  const open = [await ask(), await ask(), await ask(), await ask(), await ask()];
  expect(open.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
  const before = await writtenIn(owner);
  const refused = await ask();
  expect([refused.status, refused.body.code]).toEqual([429, "rate_limited"]);
  expect(refused.headers.get("retry-after")).toBe("60");
  const after = await writtenIn(owner);
  expect(after[0]).toMatchObject({ addresses: before[0]?.addresses, events: Number(before[0]?.events) + 1 });
  const [row] = await owner.sql(
    "select expires_at < now() + interval '10 minutes' as is_kept from payments where id = $1",
    [refused.paymentId],
  );
  expect(row).toEqual({ is_kept: true });

  expect((await askAsPartner(owner, open[0]?.paymentId ?? "")).status).toBe(200);
  await owner.call({ method: "POST", path: `/v1/payments/${open[0]?.paymentId}/cancel` });
  expect((await askAsPartner(owner, refused.paymentId)).status).toBe(200);
  expect((await askAsPartner(owner, await givenPayment(owner))).status).toBe(429);
  await owner.sql("update deposit_addresses set deadline_s = 1 where payment_id = $1", [open[1]?.paymentId]);
  expect((await askAsPartner(owner, await givenPayment(owner))).status).toBe(200);
});
