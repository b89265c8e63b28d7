import { beforeEach, expect, test } from "vitest";
import { refusedList } from "../../../harness/chain/refused-list.ts";
import { gateway, givenConfirm, givenPayment } from "../../given.ts";
import { errorOf, rowsOf, serverForFile } from "../../setup.ts";

const list = refusedList();
const server = serverForFile({ environment: { SCREENING: list.source } });
beforeEach(() => list.refuse());

const REFUSED = { status: 451, code: "sanctioned_user", message: "This account cannot be used" };

test("a refused account ends the payment as declined_user, in every status", async () => {
  const buyer = await server().newBuyer();
  const paymentId = await givenPayment(server());
  const body = await givenConfirm(server(), paymentId, buyer);
  const held = gateway(server(), paymentId, "/status?maxPollMs=20000");
  list.refuse(buyer.address);
  expect(await errorOf(gateway(server(), paymentId, "/confirm", { body }))).toEqual(REFUSED);

  const failed = { status: "failed", failureCode: "declined_user", isFinal: true, info: null };
  expect((await held).body).toEqual(failed);
  expect((await gateway(server(), paymentId, "/status")).body).toEqual(failed);
  expect((await server().call({ path: `/v1/payments/${paymentId}/status` })).body).toEqual(failed);
  expect((await server().call({ path: `/v1/payments/${paymentId}` })).body).toEqual({
    referenceId: "order-1",
    livemode: true,
    createdBy: { type: "server", id: expect.stringMatching(/^key_/) },
    status: "failed",
    failureCode: "declined_user",
    info: null,
    isRefunded: false,
    settlement: null,
  });
  expect(
    (await gateway(server(), paymentId, "/options", { body: { accounts: [buyer.account] } })).body.options,
  ).toEqual([]);

  expect(await rowsOf(server(), "confirmations")).toBe(0);
  const events = await server().sql("select type, status, data from payment_events where payment_id = $1 order by id", [
    paymentId,
  ]);
  expect(events).toEqual([
    { type: "created", status: "requires_action", data: {} },
    { type: "declined", status: "failed", data: {} },
  ]);
  expect(await errorOf(gateway(server(), paymentId, "/confirm", { body }))).toMatchObject({
    status: 400,
    code: "invalid_state",
  });
});

test("a wrong signature is reported first: it reveals nothing about the account and ends nothing", async () => {
  const [refused, other] = [await server().newBuyer(), await server().newBuyer()];
  const paymentId = await givenPayment(server());
  const [mine, theirs] = [
    await givenConfirm(server(), paymentId, refused),
    await givenConfirm(server(), paymentId, other),
  ];
  list.refuse(refused.address);
  const body = { ...mine, results: theirs.results };
  expect((await gateway(server(), paymentId, "/confirm", { body })).status).toBe(422);
  expect((await gateway(server(), paymentId, "/status")).body.status).toBe("requires_action");
});

test("a payment already confirmed by another account goes on", async () => {
  const [clean, refused] = [await server().newBuyer(), await server().newBuyer()];
  const paymentId = await givenPayment(server());
  const [first, second] = [
    await givenConfirm(server(), paymentId, clean),
    await givenConfirm(server(), paymentId, refused),
  ];
  list.refuse(refused.address);
  const [confirmed, late] = await Promise.all([
    gateway(server(), paymentId, "/confirm?maxPollMs=20000", { body: first }),
    gateway(server(), paymentId, "/confirm", { body: second }),
  ]);
  // Whichever account is first, the refused one never undoes the other one's confirm.
  const { body } = await gateway(server(), paymentId, "/status?maxPollMs=20000");
  const outcomes = [confirmed.status, late.status, body.status].join();
  expect(["200,451,succeeded", "200,400,succeeded", "400,451,failed"]).toContain(outcomes);
});

test("an identical repeat of an accepted confirm succeeds, even if the account has since been refused", async () => {
  const buyer = await server().newBuyer();
  const paymentId = await givenPayment(server());
  const body = await givenConfirm(server(), paymentId, buyer);
  expect((await gateway(server(), paymentId, "/confirm", { body })).status).toBe(200);
  list.refuse(buyer.address);
  const repeat = await gateway(server(), paymentId, "/confirm?maxPollMs=20000", { body });
  expect([repeat.status, repeat.body.status]).toEqual([200, "succeeded"]);
});
