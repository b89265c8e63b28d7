// Confirms on one payment link take turns, so those that wait for its lock leave the database to others.
import pg from "pg";
import { expect, test } from "vitest";
import { confirm, createPayment, signPayment } from "../harness/chain/wallet.ts";
import { untilWaiting } from "../harness/database/lock-wait.ts";
import { givenLink, LinkVisitor } from "../routes/payment-links/given-links.ts";
import { serverForFile } from "../routes/setup.ts";

/** Fewer connections than buyers. */
const server = serverForFile({ environment: { DATABASE_CONNECTIONS: "10" } });
const BUYERS = 14;

test("a rush of confirms on one link delays no other payment", async () => {
  const link = await givenLink(server(), { maxUses: BUYERS });
  const signed = await Promise.all(
    Array.from({ length: BUYERS }, async () => {
      const { paymentId } = await new LinkVisitor(server(), link).pay();
      return signPayment(server(), paymentId ?? "", await server().newBuyer());
    }),
  );
  const other = await signPayment(server(), await createPayment(server()), await server().newBuyer());

  const use = new pg.Client({ connectionString: server().databaseUrl });
  await use.connect();
  await use.query("begin");
  await use.query("select from payment_links where id = $1 for no key update", [link.id]);
  let answered = 0;
  const confirms = signed.map(async (each) => {
    const { status } = await confirm(server(), each);
    answered += 1;
    return status;
  });
  await untilWaiting(server(), 1);
  expect((await confirm(server(), other)).status).toBe(200);
  await createPayment(server());
  expect(answered).toBe(0);
  await use.query("commit");
  await use.end();
  expect(new Set(await Promise.all(confirms))).toEqual(new Set([200]));
});
