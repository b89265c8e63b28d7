// 500 payments in their whole life on a coordinator and two workers, and everything that happens to moved ones.
import { afterAll, beforeAll, expect, test } from "vitest";
import { signIn } from "../harness/console.ts";
import type { TestServer } from "../harness/server.ts";
import { confirm, createPayment, signPayment, untilFinal } from "../harness/wallet.ts";
import { type CitusCluster, query, startCitus } from "./cluster.ts";
import { allDifferences, distributedDatabase, distributeNow, moveAll, SHARDS, startOnCitus } from "./installation.ts";
import { watchTasks } from "./tasks.ts";

const PAYMENTS = Number(process.env.CITUS_PAYMENTS ?? 500);
const AT_A_TIME = 50;

let cluster: CitusCluster;
let server: TestServer;
let tasks: Awaited<ReturnType<typeof watchTasks>>;
beforeAll(async () => {
  cluster = await startCitus({ durable: false });
  const database = await distributedDatabase(cluster);
  tasks = await watchTasks(database.databaseUrl);
  server = await startOnCitus(database);
});
afterAll(async () => {
  await server?.stop();
  await tasks?.stop();
  await cluster?.stop();
});

/** @returns the payment, and how long after its last event its buyer was told, in ms */
async function takePayment(): Promise<string> {
  const paymentId = await createPayment(server);
  await confirm(server, await signPayment(server, paymentId, await server.newBuyer()));
  await untilFinal(server, paymentId);
  return paymentId;
}

async function takePayments(count: number): Promise<readonly string[]> {
  const ids: string[] = [];
  const shopper = async (): Promise<void> => {
    while (ids.length < count) {
      const index = ids.push("") - 1;
      ids[index] = await takePayment();
    }
  };
  await Promise.all(Array.from({ length: AT_A_TIME }, shopper));
  return ids;
}

const countOf = async (table: string): Promise<number> =>
  Number((await query<{ count: string }>(server.databaseUrl, `select count(*) from ${table}`))[0]?.count);

test("payments live their whole life, then move, and are found wherever they are", async () => {
  await distributeNow(server);
  const ids = await takePayments(PAYMENTS);
  await moveAll(server);
  expect(await countOf("payments")).toBe(0);
  expect(await countOf("payment_events")).toBe(0);
  expect(await countOf("confirmations")).toBe(0);
  expect(await countOf("moved_payments")).toBe(PAYMENTS);
  expect(await countOf("moved_confirmations")).toBe(PAYMENTS);
  expect(await allDifferences(server)).toEqual([]);
  for (const id of ids.slice(0, 20)) {
    expect(await server.call({ path: `/v1/payments/${id}/status` })).toMatchObject({ status: 200, body: { status: "succeeded" } });
    expect(await server.call({ path: `/v1/payments/${id}` })).toMatchObject({ status: 200 });
  }
  console.log(JSON.stringify([...tasks.executions.values()].filter(({ tasks, subplans }) => tasks + subplans > 0), null, 1));
  void SHARDS; void signIn;
});
