import { expect, test } from "vitest";
import { expire, gateway, givenConfirm, givenExpiredPayment, givenPayment } from "../../given.ts";
import { rowsOf, sharedServerForFile } from "../../setup.ts";

const server = sharedServerForFile();

test("options, fetch and confirm of an overdue payment", async () => {
  const paymentId = await givenPayment(server());
  const confirm = await givenConfirm(server(), paymentId, await server().newBuyer());
  await expire(server(), paymentId);
  const calls: [string, object][] = [
    ["/options", { accounts: [] }],
    ["/fetch", { optionId: confirm.optionId, data: "" }],
    ["/confirm", confirm],
  ];
  for (const [action, body] of calls) {
    const answer = await gateway(server(), paymentId, action, { body });
    expect([action, answer.status, answer.body.code]).toEqual([action, 410, "payment_expired"]);
    expect(answer.body.message).toContain("expired");
  }
  expect(await rowsOf(server(), "confirmations")).toBe(0);
});

test("the expiry is written once, whichever request finds it", async () => {
  const paymentId = await givenExpiredPayment(server());
  await Promise.all([1, 2, 3, 4].map(() => gateway(server(), paymentId, "/options", { body: { accounts: [] } })));
  const rows = await server().sql("select type from payment_events where payment_id = $1 order by id", [paymentId]);
  expect(rows.map(({ type }) => type)).toEqual(["created", "expired"]);
});
