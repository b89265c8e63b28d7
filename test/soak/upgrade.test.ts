// An upgrade under load: a made-up next version migrates the database while processes of this version run, then
// replaces them one by one. Every payment succeeds, and is in lists and charts once.
import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import { Member } from "../ha/member.ts";
import { Observed } from "../ha/observed.ts";
import { Shop } from "../ha/shop.ts";
import { environmentOf } from "../harness/server/environment.ts";
import { startServer, type TestServer } from "../harness/server/server.ts";
import { makeNextVersion } from "../harness/versions.ts";
import { LENGTH } from "./length.ts";

const PAYMENTS = 40 * LENGTH;
const PER_SECOND = 4;
/** Payments that this version completes on the next one's schema. */
const PAID_BETWEEN = 5;

/** Lists and counters, compared with the payments. */
const WRONGLY_LISTED = `
  select coalesce(p.id, l.payment_id) as id, p.status, k.status as listed, r.reference
    from payments p
    full join listed_payments l on l.payment_id = p.id
    left join payment_kinds k on k.no = l.kind
    left join listed_references r on r.payment_id = l.payment_id
   where k.status is distinct from p.status or r.reference is distinct from p.reference_id
  union all
  select s.merchant_id, 'payments', s.payments::text, count(p.id)::text
    from listing_scopes s
    left join payments p on p.partner_id = s.partner_id and s.merchant_id in ('', p.merchant_id)
   group by s.no having s.payments <> count(p.id)`;
const WRONGLY_CHARTED = `
  select counted, v
    from (select s.no as scope, floor(extract(epoch from p.created_at) / 900)::integer as quarter, p.currency,
                 count(*) as created, count(*) filter (where p.status = 'succeeded') as succeeded,
                 coalesce(sum(p.amount) filter (where p.status = 'succeeded'), 0) as revenue
            from payments p
            join listing_scopes s on s.partner_id = p.partner_id and s.merchant_id in ('', p.merchant_id)
           group by 1, 2, 3) as counted
    full join payment_volume v using (scope, quarter, currency)
   where (counted.created, counted.succeeded, counted.revenue)
         is distinct from (v.created, v.succeeded, v.revenue)`;

let server: TestServer;
let apis: readonly Member[];
let workers: readonly Member[];
beforeAll(async () => {
  server = await startServer({ role: null, environment: { DATABASE_CONNECTIONS: "10" } });
  apis = ["first API", "second API"].map((name) => new Member(name, "api", server.installation));
  workers = ["first worker", "second worker"].map((name) => new Member(name, "worker", server.installation));
  await Promise.all([...apis, ...workers].map((member) => member.start()));
});
afterAll(async () => {
  await server.stop();
  await Promise.all([...apis, ...workers].map((member) => member.stop("SIGTERM")));
});

test(`${PAYMENTS} payments succeed while processes of two versions run on the newer schema`, async () => {
  const next = await makeNextVersion();
  const observed = new Observed();
  const shop = new Shop(server, apis);
  const taking = shop.take("first half", PAYMENTS / 2, PER_SECOND, observed);
  await expect.poll(() => observed.paidCount).toBeGreaterThan(0);
  const migrated = await migrate(next, server.installation.environment);
  expect(migrated).toContain("9998_next_version");
  expect(migrated).toContain("9999_next_version");
  // A slow machine may have completed the first half by now.
  const takingMore = shop.take("second half", PAYMENTS / 2, PER_SECOND, observed);
  const before = observed.paidCount;
  await expect.poll(() => observed.paidCount).toBeGreaterThan(before + PAID_BETWEEN);
  await foldAt(apis);
  for (const member of [...workers, ...apis]) {
    await member.stop("SIGTERM");
    await member.start(next);
  }
  const handled = (await Promise.all([taking, takingMore])).flat();
  expect(handled.filter(({ status }) => status !== "succeeded")).toEqual([]);
  expect(observed.broken).toEqual([]);
  const rows = await server.sql("select count(*)::integer as payments from payments");
  expect(rows).toEqual([{ payments: handled.length }]);
  await expect.poll(() => server.sql("select from unlisted_events")).toEqual([]);
  expect(await server.sql(WRONGLY_LISTED)).toEqual([]);
  expect(await server.sql(WRONGLY_CHARTED)).toEqual([]);
});

/** Each process folds new events into the listing before it reads a list. */
async function foldAt(members: readonly Member[]): Promise<void> {
  for (const { baseUrl } of members) {
    const { status } = await server.at(baseUrl).call({ path: "/v1/merchants/payments?limit=1" });
    expect(status).toBe(200);
  }
}

async function migrate(build: string, environment: Readonly<Record<string, string>>): Promise<string> {
  const { stdout } = await promisify(execFile)(process.execPath, [join(build, "cli/main.js"), "migrate"], {
    env: environmentOf(environment),
  });
  return stdout;
}
