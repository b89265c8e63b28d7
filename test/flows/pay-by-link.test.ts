// Buyers pay by a payment link: to the end, and at the same time.
import { afterAll, beforeAll, expect, test } from "vitest";
import { confirm, createPayment, signPayment, untilFinal } from "../harness/chain/wallet.ts";
import type { TestServer } from "../harness/server/server.ts";
import { sharedServer } from "../harness/server/shared-server.ts";
import { givenLink, LinkVisitor, OPEN, readLink } from "../routes/payment-links/given-links.ts";

let server: TestServer;
beforeAll(async () => {
  server = await sharedServer();
});
afterAll(() => server.stop());

const pay = async (paymentId: string | null) => {
  await confirm(server, await signPayment(server, paymentId ?? "", await server.newBuyer()));
  expect(await untilFinal(server, paymentId ?? "")).toMatchObject({ status: "succeeded" });
};

test("two buyers pay amounts they choose; the link counts them, and the merchant has the money", async () => {
  const link = await givenLink(server, { amount: OPEN, fields: [{ label: "Name", required: true }], maxUses: 2 });
  const before = await server.balance(server.deployment.usdc, server.destination);
  for (const amount of ["5", "7.50"]) {
    const { paymentId } = await new LinkVisitor(server, link).pay({ amount, "field-0": "Ada" });
    await pay(paymentId);
  }
  expect(await readLink(server, link.id)).toMatchObject({
    status: "used_up",
    stats: { created: 2, open: 0, succeeded: 2, amounts: [{ unit: "iso4217/USD", value: "1250" }] },
  });
  // 12.50 USD less 0.4 %.
  expect((await server.balance(server.deployment.usdc, server.destination)) - before).toBe(12_450_000n);
  expect(await new LinkVisitor(server, link).send({ amount: "5", "field-0": "Eve" })).toMatchObject({ status: 410 });
});

test("of twenty concurrent buyers, one gets the last use; it is free again once its payment ends", async () => {
  const link = await givenLink(server, { maxUses: 3 });
  for (let use = 0; use < 2; use += 1) expect((await new LinkVisitor(server, link).pay()).status).toBe(303);
  const race = async () => {
    const visitors = Array.from({ length: 20 }, () => new LinkVisitor(server, link));
    const sent = await Promise.all(visitors.map((visitor) => visitor.send({})));
    expect(sent.filter(({ status }) => status === 410)).toHaveLength(19);
    return sent.find(({ status }) => status === 303)?.paymentId ?? "";
  };
  const winner = await race();
  await server.call({ method: "POST", path: `/v1/payments/${winner}/cancel`, body: {} });
  const next = await race();
  expect(next).not.toBe(winner);
  await pay(next);
  expect((await readLink(server, link.id)).stats).toMatchObject({ created: 4, open: 2, succeeded: 1 });
  const references = await server.sql<{ reference_id: string }>(
    `select reference_id from payments p join payment_link_uses u on u.payment_id = p.id
      where u.link_id = $1 order by 1`,
    [link.id],
  );
  expect(references.map(({ reference_id }) => reference_id.split("-").at(-1))).toEqual(["1", "2", "3", "4"]);
});

test("a link has at most 500 open payments, whatever its limit", async () => {
  const link = await givenLink(server);
  const { paymentId } = await new LinkVisitor(server, link).pay();
  const others = await Promise.all(Array.from({ length: 499 }, () => createPayment(server)));
  await server.sql(
    `insert into payment_link_uses (payment_id, partner_id, link_id, entry, visitor)
     select id, $2, $3, sha256(id::bytea), sha256(id::bytea) from unnest($1::text[]) as id`,
    [others, server.partnerId, link.id],
  );
  expect((await new LinkVisitor(server, link).pay()).status).toBe(410);
  await server.call({ method: "POST", path: `/v1/payments/${paymentId}/cancel`, body: {} });
  expect((await new LinkVisitor(server, link).pay()).status).toBe(303);
});
