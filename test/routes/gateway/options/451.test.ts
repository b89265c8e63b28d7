import { beforeEach, expect, test } from "vitest";
import { refusedList } from "../../../harness/chain/refused-list.ts";
import { gateway, givenCancelledPayment, givenPayment } from "../../given.ts";
import { rowsOf, serverForFile } from "../../setup.ts";

const list = refusedList();
const server = serverForFile({ environment: { SCREENING: list.source } });
beforeEach(() => list.refuse());

const options = (paymentId: string, accounts: readonly string[]) =>
  gateway(server(), paymentId, "/options", { body: { accounts } });

test("refuses when every account is refused, with the same words, and the payment stays open", async () => {
  const [one, other] = [await server().newBuyer(), await server().newBuyer()];
  list.refuse(one.address, other.address);
  const paymentId = await givenPayment(server());
  for (const accounts of [[one.account], [one.account, other.account], [one.account, `eip155:1:${other.address}`]]) {
    const { status, body } = await options(paymentId, accounts);
    const facts = { code: "sanctioned_user", message: "This account cannot be used" };
    expect([status, body]).toEqual([451, { ...facts, status: 451, error: facts, requestId: expect.any(String) }]);
  }
  expect((await gateway(server(), paymentId, "/status")).body.status).toBe("requires_action");
  expect(await rowsOf(server(), "exceptions")).toBe(0);
});

test("a refused account gets no options, the others get theirs", async () => {
  const [refused, clean] = [await server().newBuyer(), await server().newBuyer()];
  list.refuse(refused.address);
  const { status, body } = await options(await givenPayment(server()), [refused.account, clean.account]);
  expect([status, body.options.map(({ account }) => account)]).toEqual([200, [clean.account]]);
});

test("a clean account without funds beside a refused one: no options and no message", async () => {
  const [refused, poor] = [await server().newBuyer(), await server().newBuyer(0n)];
  list.refuse(refused.address);
  const { status, body } = await options(await givenPayment(server()), [refused.account, poor.account]);
  expect([status, body.options]).toEqual([200, []]);
});

test("accounts on other chains only, or a final payment, reveal nothing", async () => {
  const refused = await server().newBuyer();
  list.refuse(refused.address);
  expect((await options(await givenPayment(server()), [`eip155:1:${refused.address}`])).body.options).toEqual([]);
  const { status, body } = await options(await givenCancelledPayment(server()), [refused.account]);
  expect([status, body.options]).toEqual([200, []]);
});
