// docs/scaling.md as an operator follows it: a month moves to another tablespace while payments are taken.
import { chownSync } from "node:fs";
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { migrate } from "../../src/store/migrate.ts";
import { readPage } from "../docs/pages.ts";
import { openSession } from "../docs/session.ts";
import { expectBooksToBalance } from "../harness/books.ts";
import { confirm, createPayment, signPayment, untilFinal } from "../harness/chain/wallet.ts";
import { dropFirstMonth } from "../harness/database/dropped-month.ts";
import { startServer, type TestServer } from "../harness/server/server.ts";
import { endMonthNow } from "../store/months/ended-months.ts";
import { type DebianPostgres, owner, startDebianPostgres } from "./debian-postgres.ts";

async function pay(server: TestServer): Promise<string> {
  const paymentId = await createPayment(server);
  await confirm(server, await signPayment(server, paymentId, await server.newBuyer()));
  expect(await untilFinal(server, paymentId)).toMatchObject({ status: "succeeded" });
  return paymentId;
}

/** Runs the page's commands for the month that has just ended. */
async function moveMonth({ dir, path }: DebianPostgres): Promise<void> {
  const place = join(dir, "old");
  await mkdir(place);
  if (process.getuid?.() === 0) chownSync(place, owner().uid, owner().gid);
  const session = await openSession(dir, { ...process.env, PATH: `${path}:${process.env.PATH}` });
  const blocks = readPage("docs/scaling.md").blocks.filter(({ text }) => text.includes("pg_repack"));
  expect(blocks).toHaveLength(2);
  for (const { text } of blocks) {
    const here = text.replace("/mnt/old", place).replace("MONTH=2026_01", "MONTH=first");
    expect(await session.run(here), here).toMatchObject({ code: 0 });
  }
  await session.end();
}

/** The tablespaces of the months' tables and indexes; null: the database's own. */
const TABLESPACES = `
  select distinct relname ~ '_first(_|$)' as has_ended, spcname as tablespace
    from pg_class left join pg_tablespace s on s.oid = reltablespace
   where relkind in ('r', 'i') and relname ~ '^(payments|confirmations|payment_events)_(first|2)' order by 1`;

test("a month moves by the page's commands while others are paid; it is read, listed, refunded and dropped", async () => {
  const postgres = await startDebianPostgres();
  onTestFinished(() => postgres.stop());
  await migrate(postgres.databaseUrl);
  const server = await startServer({
    database: { databaseUrl: postgres.databaseUrl, drop: async () => {} },
    bendsBooks: "the month is dropped at the end",
  });
  onTestFinished(() => server.stop());
  const old = await pay(server);
  await server.sql("vacuum analyze");
  await endMonthNow({ query: (text) => server.sql(text) });

  const [, during] = await Promise.all([moveMonth(postgres), pay(server)]);
  const after = await pay(server);
  expect(await server.sql(TABLESPACES)).toEqual([
    { has_ended: false, tablespace: null },
    { has_ended: true, tablespace: "old" },
  ]);
  expect(await server.call({ path: "/v1/refunds", body: { paymentId: old } })).toMatchObject({ status: 200 });
  expect(await server.call({ path: `/v1/payments/${old}` })).toMatchObject({
    body: { status: "succeeded", refundedAt: expect.any(String) },
  });
  const { body } = await server.call<{ data: { paymentId: string }[]; stats: object }>({
    path: "/v1/merchants/payments",
  });
  expect(body.data.map(({ paymentId }) => paymentId)).toEqual([after, during, old]);
  expect(body.stats).toMatchObject({ totalTransactions: 3, totalCustomers: 3 });
  await expectBooksToBalance(server);

  await dropFirstMonth(server);
  expect(await server.call({ path: `/v1/payments/${old}` })).toMatchObject({ status: 404 });
  expect(await server.sql(TABLESPACES)).toEqual([{ has_ended: false, tablespace: null }]);
});
