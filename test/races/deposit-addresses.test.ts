// Requests for deposit addresses that race with each other and with the end of the payment.
import { expect, test } from "vitest";
import { askAsBuyer, askAsPartner } from "../routes/deposits/given.ts";
import { givenPayment } from "../routes/given.ts";
import { sharedServerForFile } from "../routes/setup.ts";

const server = sharedServerForFile("api");

const eventsOf = async (paymentId: string) => {
  const rows = await server().sql<{ type: string }>(
    "select type from payment_events where payment_id = $1 order by id",
    [paymentId],
  );
  return rows.map(({ type }) => type);
};

test("of several askers at once, all get one address, and the expiry moves once", async () => {
  for (let round = 0; round < 5; round += 1) {
    const paymentId = await givenPayment(server());
    const answers = await Promise.all([
      askAsBuyer(server(), paymentId),
      askAsPartner(server(), paymentId),
      askAsBuyer(server(), paymentId),
      askAsPartner(server(), paymentId),
    ]);
    const [first] = answers;
    for (const answer of answers) expect([answer.status, answer.body]).toEqual([200, first?.body]);
    expect(await eventsOf(paymentId)).toEqual(["created", "updated"]);
  }
});

test("askers for several assets at once get addresses with one expiry", async () => {
  const { caip2, deployment } = server();
  const assets = [deployment.usdc, deployment.usdt, deployment.dai].map((token) => `${caip2}/erc20:${token}`);
  for (let round = 0; round < 5; round += 1) {
    const paymentId = await givenPayment(server());
    const answers = await Promise.all(assets.map((asset) => askAsPartner(server(), paymentId, asset)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(new Set(answers.map(({ body }) => body.expiresAt)).size).toBe(1);
    expect(new Set(answers.map(({ body }) => body.address)).size).toBe(3);
    expect(await eventsOf(paymentId)).toEqual(["created", "updated"]);
    const deadlines = await server().sql("select distinct deadline_s from deposit_addresses where payment_id = $1", [
      paymentId,
    ]);
    expect(deadlines).toHaveLength(1);
  }
});

test("asking while the payment is cancelled gives an address or none, and never one after the end", async () => {
  for (let round = 0; round < 10; round += 1) {
    const paymentId = await givenPayment(server());
    const [asked, cancelled] = await Promise.all([
      askAsBuyer(server(), paymentId),
      server().call({ method: "POST", path: `/v1/payments/${paymentId}/cancel` }),
    ]);
    expect(cancelled.status).toBe(200);
    const events = await eventsOf(paymentId);
    if (asked.status === 200) expect(events).toEqual(["created", "updated", "cancelled"]);
    else expect([asked.body.code, events.at(-1)]).toEqual(["invalid_state", "cancelled"]);
    expect(events.indexOf("cancelled")).toBe(events.length - 1);
  }
});

test("asking while the payment's time ends gives an address or 410", async () => {
  const paymentIds = await Promise.all(Array.from({ length: 10 }, () => givenPayment(server())));
  const ending = server().sql("update payments set expires_at = now() where id = any($1)", [paymentIds]);
  const answers = await Promise.all(paymentIds.map((paymentId) => askAsBuyer(server(), paymentId)));
  await ending;
  for (const [index, { status }] of answers.entries()) {
    expect([200, 410]).toContain(status);
    const rows = await server().sql("select from deposit_addresses where payment_id = $1", [paymentIds[index]]);
    expect(rows).toHaveLength(status === 200 ? 1 : 0);
  }
});
