// Two service processes share a database and relayer keys: each payment is relayed once and no nonce is reused, even if
// the leader is killed, or is frozen and continues later.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { paymentKey } from "../../../src/payment/terms.ts";
import { paidEvents } from "../../harness/books.ts";
import { type RpcProxy, startRpcProxy } from "../../harness/chain/rpc-proxy.ts";
import { confirm, createPayment, type SignedOption, signPayment, untilFinal } from "../../harness/chain/wallet.ts";
import { type ServiceProcess, startProcess } from "../../harness/server/process.ts";
import { startServer, type TestServer } from "../../harness/server/server.ts";
import { watcherHasBegun } from "../payments/confirmed.ts";

const PAYMENTS = 40;
const FEW_PAYMENTS = 8;
/** Promised from the loss of a leader to the next. */
const TAKEOVER_MS = 15_000;

let installation: TestServer;
/** Every process reaches the chain through its own proxy. */
const proxies: RpcProxy[] = [];
const processes: ServiceProcess[] = [];
beforeAll(async () => {
  installation = await startServer({ role: null });
  await start();
  await watcherHasBegun(installation);
  await start();
});
afterAll(async () => {
  await installation.stop();
  for (const service of processes) await service.kill();
  for (const proxy of proxies) await proxy.close();
});

async function start(): Promise<void> {
  const proxy = await startRpcProxy(installation.rpcUrl);
  const chains = installation.installation.chains.map((chain) => ({ ...chain, rpcUrls: [proxy.url] }));
  proxies.push(proxy);
  processes.push(await startProcess({ ...installation.installation, chains }));
}

const signPayments = (count: number, servers: readonly TestServer[]): Promise<SignedOption[]> =>
  Promise.all(
    Array.from({ length: count }, async (_, index) => {
      const server = servers[index % servers.length] ?? installation;
      return signPayment(server, await createPayment(server), await server.newBuyer());
    }),
  );

async function expectPaidOnce(server: TestServer, signed: readonly SignedOption[]): Promise<void> {
  for (const { paymentId } of signed)
    expect(await untilFinal(server, paymentId)).toMatchObject({ status: "succeeded" });
  const keys = signed.map(({ paymentId }) => paymentKey(paymentId));
  expect(await paidEvents(installation, keys)).toHaveLength(signed.length);
  const nonces = await installation.sql<{ nonces: number; batches: number }>(
    "select count(distinct (relayer, nonce))::integer as nonces, count(*)::integer as batches from relay_batches",
  );
  expect(nonces[0]?.nonces).toBe(nonces[0]?.batches);
}

/** The position of the process that leads, and its lead's number. */
async function leader(): Promise<{ readonly index: number; readonly epoch: string }> {
  const [row] = await installation.sql<{ pid: number; epoch: string }>(
    "select split_part(process, ' ', 2)::integer as pid, epoch::text from chain_leaders",
  );
  return { index: processes.findIndex(({ pid }) => pid === row?.pid), epoch: row?.epoch ?? "" };
}

describe("two service processes", () => {
  test(`relay ${PAYMENTS} payments once each, under distinct nonces, although one is killed`, async () => {
    const [first, second] = [0, 1].map((index) => installation.at(processes[index]?.baseUrl ?? ""));
    if (!first || !second) throw new Error("two processes are running");
    const signed = await signPayments(PAYMENTS, [first, second]);
    const half = PAYMENTS / 2;
    const confirmAll = (payments: readonly SignedOption[]) =>
      Promise.all(payments.map((payment, index) => confirm(index % 2 ? first : second, payment)));
    for (const { status } of await confirmAll(signed.slice(0, half))) expect(status).toBe(200);

    await processes[0]?.kill();
    for (const payment of signed.slice(half)) expect((await confirm(second, payment)).status).toBe(200);
    await expectPaidOnce(second, signed);
  });

  test("a frozen leader is replaced within 15 s, and sends nothing once it continues", async () => {
    await start();
    const [frozen, standby] = [processes[1], processes[2]];
    if (!frozen || !standby) throw new Error("a process is missing");
    expect((await leader()).index).toBe(1);
    const server = installation.at(standby.baseUrl);
    const signed = await signPayments(FEW_PAYMENTS, [server]);
    const half = FEW_PAYMENTS / 2;
    for (const payment of signed.slice(0, half)) expect((await confirm(server, payment)).status).toBe(200);
    process.kill(frozen.pid, "SIGSTOP"); // while it relays
    const frozenMs = performance.now();
    for (const payment of signed.slice(half)) expect((await confirm(server, payment)).status).toBe(200);
    await expect.poll(async () => (await leader()).index).toBe(2);
    expect(performance.now() - frozenMs).toBeLessThan(TAKEOVER_MS);
    await expectPaidOnce(server, signed);

    const { epoch } = await leader();
    proxies[1]?.forget();
    process.kill(frozen.pid, "SIGCONT");
    const late = await signPayments(1, [installation.at(frozen.baseUrl)]); // it serves again
    for (const payment of late) expect((await confirm(server, payment)).status).toBe(200);
    await expectPaidOnce(server, late);
    expect(await leader()).toEqual({ index: 2, epoch });
    expect(proxies[1]?.methods()).not.toContain("eth_sendRawTransaction");
  });
});
