// The upper bound: pgbench writes a payment's rows in one prepared statement on the same server. Without pgbench, the
// driver does the same with as many statements in flight as pgbench has clients.
import { execFile, execFileSync } from "node:child_process";
import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import pg from "pg";
import { quantile } from "../harness/median.ts";

/** Ids like the service's: random, and known before the statement. */
const STATEMENT = (partner: string, merchant: string, id: string, key: string): string => `
  with merchant as (
    select partner_id, id from merchants
     where id = ${merchant} and partner_id = ${partner} and deleted_at is null and status = 'active'
  ), answer as (
    insert into idempotent_answers (partner_id, scope, key, fingerprint, status, body)
    select partner_id, 'POST /v1/payments ' || id, ${key}, decode(repeat('ab', 32), 'hex'), 201,
           '{"paymentId":"pay_0123456789abcdef0123456789abcdef","status":"requires_action","isFinal": false,
             "expiresAt": 1700000000,"gatewayUrl":"http://localhost:3000/pay_0123456789abcdef0123456789abcdef",
             "pollInMs": 1000}'::jsonb
      from merchant on conflict do nothing returning 1
  ), payment as (
    insert into payments (id, partner_id, merchant_id, reference_id, currency, amount, success_url, error_url,
                          expires_at, payment_key)
    select ${id}, partner_id, id, 'order 4711', 'USD', 1050, 'https://shop.example/paid', 'https://shop.example/failed',
           now() + interval '5 minutes', decode(repeat('cd', 32), 'hex')
      from merchant where exists (select from answer) returning id, partner_id, status
  )
  insert into payment_events (payment_id, partner_id, type, status)
  select id, partner_id, 'created', status from payment`;

export interface Limit {
  readonly name: string;
  /** Payments written per second by this many clients. */
  measure(clients: number, seconds: number): Promise<number>;
  /**
   * Milliseconds from the moment at which a payment is due, at this rate, to its commit: the 99th percentile. Not a
   * number without pgbench.
   */
  p99Ms(clients: number, seconds: number, perSecond: number): Promise<number>;
}

export function limitOf(databaseUrl: string, partnerId: string, merchantId: string): Limit {
  const isThere = (() => {
    try {
      execFileSync("pgbench", ["--version"], { stdio: "ignore" });
      return true;
    } catch {
      return false; // PostgreSQL's tools may not be installed
    }
  })();
  const owner = { url: databaseUrl, partnerId, merchantId };
  if (!isThere) {
    return { name: "driver", measure: (...args) => driver(owner, ...args), p99Ms: () => Promise.resolve(Number.NaN) };
  }
  return {
    name: "pgbench",
    measure: async (clients, seconds) => (await pgbench(owner, clients, seconds)).perSecond,
    p99Ms: async (clients, seconds, perSecond) =>
      quantile((await pgbench(owner, clients, seconds, perSecond)).latenciesMs, 0.99),
  };
}

interface Owner {
  readonly url: string;
  readonly partnerId: string;
  readonly merchantId: string;
}

/** @param rate null: as many as it can, without latencies */
async function pgbench(
  { url, partnerId, merchantId }: Owner,
  clients: number,
  seconds: number,
  rate: number | null = null,
): Promise<{ readonly perSecond: number; readonly latenciesMs: readonly number[] }> {
  const dir = await mkdtemp(join(tmpdir(), "turnpike-pgbench-"));
  const file = join(dir, "create.sql");
  const id = "'pay_00' || lpad(to_hex(:a::bigint), 16, '0') || lpad(to_hex(:b::bigint), 16, '0')";
  const random = "\\set a random(1, 9000000000000000000)\n\\set b random(1, 9000000000000000000)\n";
  await writeFile(
    file,
    `${random}${STATEMENT(`'${partnerId}'`, `'${merchantId}'`, id, id).replace(/\s+/g, " ").trim()};\n`,
  );
  const options = ["--no-vacuum", "--protocol=prepared", `--client=${clients}`, "--jobs=2", `--time=${seconds}`];
  if (rate !== null) options.push(`--rate=${Math.trunc(rate)}`, "--log", `--log-prefix=${join(dir, LOG)}`);
  try {
    const { stdout } = await promisify(execFile)("pgbench", [...options, `--file=${file}`, url]);
    return { perSecond: Number(/tps = ([\d.]+)/.exec(stdout)?.[1]), latenciesMs: await loggedMs(dir) };
  } finally {
    await rm(dir, { recursive: true });
  }
}

const LOG = "log";
const US_PER_MS = 1_000;

/** The third column is the time since the transaction was due, in microseconds. */
async function loggedMs(dir: string): Promise<readonly number[]> {
  const files = (await readdir(dir)).filter((name) => name.startsWith(LOG));
  const texts = await Promise.all(files.map((name) => readFile(join(dir, name), "utf8")));
  return texts.flatMap((text) =>
    text
      .trimEnd()
      .split("\n")
      .map((line) => Number(line.split(" ")[2]) / US_PER_MS),
  );
}

async function driver({ url, partnerId, merchantId }: Owner, clients: number, seconds: number): Promise<number> {
  const pool = new pg.Pool({ connectionString: url, max: clients });
  const text = STATEMENT("$1::text", "$2::text", "$3::text", "$3::text");
  const endMs = performance.now() + seconds * 1_000;
  let written = 0;
  const lane = async (): Promise<void> => {
    while (performance.now() < endMs) {
      await pool.query({ name: "create", text, values: [partnerId, merchantId, `pay_00${crypto.randomUUID()}`] });
      written += 1;
    }
  };
  await Promise.all(Array.from({ length: clients }, lane));
  await pool.end();
  return written / seconds;
}
