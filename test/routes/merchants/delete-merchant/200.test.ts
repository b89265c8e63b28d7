import { expect, test } from "vitest";
import { givenPayment, paymentBody } from "../../given.ts";
import { rowsOf, sharedServerForFile } from "../../setup.ts";

const server = sharedServerForFile();
const remove = () => server().call({ method: "DELETE", path: `/v1/merchants/${server().merchantId}` });

test("hides the merchant, refuses new payments, keeps old ones; a repeat changes nothing", async () => {
  const { merchantId, sql } = server();
  const paymentId = await givenPayment(server());
  for (let time = 0; time < 2; time++) {
    const { status, body } = await remove();
    expect([status, body]).toEqual([200, { id: merchantId, deleted: true }]);
  }
  expect((await server().call({ path: `/v1/merchants/${merchantId}` })).status).toBe(404);
  const refused = await server().call({ path: "/v1/payments", body: paymentBody() });
  expect([refused.status, refused.body.code]).toEqual([404, "merchant_not_found"]);

  const kept = await server().call({ path: `/v1/payments/${paymentId}` });
  expect([kept.status, kept.body.status]).toEqual([200, "requires_action"]);
  expect(await rowsOf(server(), "payments")).toBe(1);
  expect(await sql("select deleted_at < now() as is_deleted from merchants where id = $1", [merchantId])).toEqual([
    { is_deleted: true },
  ]);
});

test("a repeat keeps the time of the first call", async () => {
  const deletedAt = () => server().sql("select deleted_at::text from merchants where id = $1", [server().merchantId]);
  const before = await deletedAt();
  await remove();
  expect(await deletedAt()).toEqual(before);
});
