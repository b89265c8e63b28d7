import { beforeEach, expect, test } from "vitest";
import { refusedList } from "../../harness/refused-list.ts";
import { gateway, givenCancelledPayment, givenPayment } from "../given.ts";
import { rowsOf, serverForFile } from "../setup.ts";

const list = refusedList();
const server = serverForFile({ environment: { SCREENING: list.source } });
beforeEach(() => list.refuse());

const options = (paymentId: string, accounts: readonly string[]) =>
  gateway(server(), paymentId, "/options", { body: { accounts } });

test("every account is refused: always the same words, and the payment stays open", async () => {
  const [one, other] = [await server().newBuyer(), await server().newBuyer()];
  list.refuse(one.address, other.address);
  const paymentId = await givenPayment(server());
  for (const accounts of [[one.account], [one.account, other.account], [one.account, `eip155:1:${other.address}`]]) {
    const { status, body } = await options(paymentId, accounts);
    expect([status, body]).toEqual([
      451,
      { code: "sanctioned_user", message: "This account cannot be used", requestId: expect.any(String) },
    ]);
  }
  expect((await gateway(server(), paymentId, "/status")).body.status).toBe("requires_action");
  expect(await rowsOf(server(), "exceptions")).toBe(0);
});

test("an account that is refused has no options, the others have theirs", async () => {
  const [refused, clean] = [await server().newBuyer(), await server().newBuyer()];
  list.refuse(refused.address);
  const { status, body } = await options(await givenPayment(server()), [refused.account, clean.account]);
  expect([status, body.options.map(({ account }) => account)]).toEqual([200, [clean.account]]);
});

test("a clean account without money beside one that is refused: no options, and no word about it", async () => {
  const [refused, poor] = [await server().newBuyer(), await server().newBuyer(0n)];
  list.refuse(refused.address);
  const { status, body } = await options(await givenPayment(server()), [refused.account, poor.account]);
  expect([status, body.options]).toEqual([200, []]);
});

test("whoever asks of accounts on other chains only, or when nothing can be paid any more, is told nothing", async () => {
  const refused = await server().newBuyer();
  list.refuse(refused.address);
  expect((await options(await givenPayment(server()), [`eip155:1:${refused.address}`])).body.options).toEqual([]);
  const { status, body } = await options(await givenCancelledPayment(server()), [refused.account]);
  expect([status, body.options]).toEqual([200, null]);
});
