// A change of a payment link while a buyer's use of it adds ended payments to its totals.
import pg from "pg";
import { expect, test } from "vitest";
import { confirm, signPayment, untilFinal } from "../harness/chain/wallet.ts";
import { untilWaiting } from "../harness/database/lock-wait.ts";
import { givenLink, LinkVisitor, readLink, type WireLink } from "../routes/payment-links/given-links.ts";
import { serverForFile } from "../routes/setup.ts";

const server = serverForFile({ environment: { DATABASE_CONNECTIONS: "10" } });

test("a change that waits for the totals counts each payment once", async () => {
  const link = await givenLink(server());
  const { paymentId } = await new LinkVisitor(server(), link).pay();
  await confirm(server(), await signPayment(server(), paymentId ?? "", await server().newBuyer()));
  expect(await untilFinal(server(), paymentId ?? "")).toMatchObject({ status: "succeeded" });

  const use = new pg.Client({ connectionString: server().databaseUrl });
  await use.connect();
  await use.query("begin");
  await use.query("update payment_links set succeeded = 1, paid = 1000 where id = $1", [link.id]);
  await use.query("update payment_link_uses set is_over = true where link_id = $1", [link.id]);
  const change = { method: "PATCH", path: `/v1/payment-links/${link.id}`, body: { description: "changed" } } as const;
  const waiting = server().call<WireLink>(change);
  await untilWaiting(server(), 1);
  await use.query("commit");
  await use.end();

  const { body } = await waiting;
  expect(body.stats).toMatchObject({ created: 1, open: 0, succeeded: 1, amounts: [{ value: "1000" }] });
  expect(body.description).toBe("changed");
  expect(body).toEqual(await readLink(server(), link.id));
});
