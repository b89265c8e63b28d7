// Buyers pay by a payment link: to the end, and at the same time.
import { afterAll, beforeAll, expect, test } from "vitest";
import { asWallet, confirm, listOptions, signPayment, untilFinal } from "../harness/chain/wallet.ts";
import type { TestServer } from "../harness/server/server.ts";
import { sharedServer } from "../harness/server/shared-server.ts";
import { confirmElsewhere, givenLink, LinkVisitor, OPEN, readLink } from "../routes/payment-links/given-links.ts";

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

const USED_UP = {
  status: 400,
  body: { code: "invalid_state", message: expect.stringMatching(/payment link is used up/) },
};

const cancelled = (paymentId: string | null) =>
  server.call({ method: "POST", path: `/v1/payments/${paymentId}/cancel`, body: {} });

test("strangers' unpaid payments take no use; of two buyers who confirm at once, one gets the last use", async () => {
  const link = await givenLink(server, { maxUses: 1 });
  const strangers = await Promise.all(Array.from({ length: 20 }, () => new LinkVisitor(server, link).pay()));
  expect(strangers.filter(({ status }) => status === 303)).toHaveLength(20);
  const signed = await Promise.all(
    [1, 2].map(async () => {
      const { paymentId } = await new LinkVisitor(server, link).pay();
      return signPayment(server, paymentId ?? "", await server.newBuyer());
    }),
  );
  const answers = await Promise.all(signed.map((each) => confirm(server, each)));
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 400]);
  const winner = signed[answers.findIndex(({ status }) => status === 200)];
  // The same confirm again is no other use.
  if (winner) expect((await confirm(server, winner)).status).toBe(200);
  expect(await untilFinal(server, winner?.paymentId ?? "")).toMatchObject({ status: "succeeded" });
  expect(await readLink(server, link.id)).toMatchObject({ status: "used_up", stats: { created: 22, succeeded: 1 } });
  expect((await new LinkVisitor(server, link).pay()).status).toBe(410);
  const loser = signed.find((each) => each !== winner);
  if (loser) expect(await confirm(server, loser)).toMatchObject(USED_UP);
  expect((await readLink(server, link.id)).stats.beyondLimit).toBe(0);
  const references = await server.sql<{ reference_id: string }>(
    `select reference_id from payments p join payment_link_uses u on u.payment_id = p.id
      where u.link_id = $1 order by u.payment_id`,
    [link.id],
  );
  expect(new Set(references.map(({ reference_id }) => reference_id.split("-").at(-1))).size).toBe(22);
});

test("a confirm with the hash of no transaction takes no use", async () => {
  const link = await givenLink(server, { maxUses: 1 });
  const { paymentId } = await new LinkVisitor(server, link).pay();
  await confirmElsewhere(server, paymentId ?? "", { method: "erc20", relayState: "external" });
  const other = await new LinkVisitor(server, link).pay();
  expect(other.status).toBe(303);
  await pay(other.paymentId);
  expect((await readLink(server, link.id)).status).toBe("used_up");
});

test("no number of open payments closes a link without a limit", async () => {
  const link = await givenLink(server);
  for (let round = 0; round < 17; round += 1) {
    const sent = await Promise.all(Array.from({ length: 30 }, () => new LinkVisitor(server, link).send({})));
    expect(sent.filter(({ status }) => status === 303)).toHaveLength(30);
  }
  const { status, paymentId } = await new LinkVisitor(server, link).pay();
  expect(status).toBe(303);
  expect((await readLink(server, link.id)).stats).toMatchObject({ created: 511, open: 511, succeeded: 0 });
  await cancelled(paymentId);
  expect((await readLink(server, link.id)).stats).toMatchObject({ created: 511, open: 510 });
});

test("a payment of a used-up link offers no option and hands out no action, and its page says why", async () => {
  const link = await givenLink(server, { maxUses: 1 });
  const buyer = await server.newBuyer();
  const late = (await new LinkVisitor(server, link).pay()).paymentId ?? "";
  const [option] = await listOptions(server, late, [buyer.account]);
  await pay((await new LinkVisitor(server, link).pay()).paymentId);
  const ask = (step: string, body: object) =>
    server.call({ path: `/v1/gateway/payment/${late}/${step}`, headers: asWallet(server), body });
  expect(await ask("options", { accounts: [buyer.account] })).toMatchObject(USED_UP);
  expect(await ask("fetch", { optionId: option?.id, data: "" })).toMatchObject(USED_UP);
  const page = await (await fetch(`${server.baseUrl}/${late}?lang=en`)).text();
  expect(page).toContain("This link has been paid");
  expect(page).not.toContain('id="wallet"');
});

test("a held payment is not relayed once others have the uses of its link", async () => {
  const link = await givenLink(server, { maxUses: 1 });
  const held = await signPayment(
    server,
    (await new LinkVisitor(server, link).pay()).paymentId ?? "",
    await server.newBuyer(),
  );
  // As if its approval were not mined yet: it takes no use.
  await confirmElsewhere(server, held.paymentId, { method: "permit2", relayState: "held" });
  expect(await server.store.unpaid.requeue(held.paymentId, null)).toBe(true);
  await server.sql("update confirmations set relay_state = 'held' where payment_id = $1", [held.paymentId]);
  await pay((await new LinkVisitor(server, link).pay()).paymentId);
  expect(await server.store.unpaid.requeue(held.paymentId, null)).toBe(false);
  const [row] = await server.sql("select relay_state from confirmations where payment_id = $1", [held.paymentId]);
  expect(row).toEqual({ relay_state: "held" });
});
