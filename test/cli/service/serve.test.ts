// serve as a process: its two roles side by side, its signals, and a port in use.
import { once } from "node:events";
import { type AddressInfo, connect, createServer } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { confirm, createPayment, type StatusBody, signPayment } from "../../harness/chain/wallet.ts";
import { type ServiceProcess, startProcess } from "../../harness/server/process.ts";
import { startServer, type TestServer } from "../../harness/server/server.ts";
import { turnpikeProcess } from "../turnpike.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startServer({ role: null });
});
afterAll(() => server.stop());

/** Held longer than the test may last: responds in time only if the other process's change is notified. */
const heldStatus = (at: TestServer, paymentId: string) =>
  at.call<StatusBody>({ path: `/v1/payments/${paymentId}/status?maxPollMs=60000` });

test("an api and a worker process complete a payment together and notify each other", async () => {
  const processes: ServiceProcess[] = [];
  try {
    const { SECRET_KEY: _, ...environment } = server.installation.environment; // a worker seals nothing
    processes.push(await startProcess({ ...server.installation, environment }, { role: "worker" }));
    processes.push(await startProcess(server.installation, { role: "api" }));
    const [worker, api] = processes;
    expect(worker?.baseUrl).toBe("");
    const at = server.at(api?.baseUrl ?? "");
    const buyer = await at.newBuyer();
    const paymentId = await createPayment(at);
    const signed = await signPayment(at, paymentId, buyer);
    expect(await confirm(at, signed)).toMatchObject({ status: 200, body: { status: "processing" } });
    expect((await heldStatus(at, paymentId)).body).toMatchObject({ status: "succeeded", isFinal: true });
  } finally {
    await Promise.all(processes.map((process) => process.kill()));
  }
});

test.each(["SIGTERM", "SIGINT", "SIGHUP"] as const)(
  "%s completes held requests, then exits cleanly",
  async (signal) => {
    const api = await startProcess(server.installation, { role: "api" });
    const at = server.at(api.baseUrl);
    const held = heldStatus(at, await createPayment(at));
    // Once the server has responded to a later request, the held one is running.
    await at.call({ path: "/healthz" });
    // Browsers and load balancers open such connections in advance.
    const silent = connect(Number(new URL(api.baseUrl).port), "127.0.0.1").on("error", () => {});
    await once(silent, "connect");
    await api.kill(signal);
    expect((await held).body).toMatchObject({ status: "requires_action" });
    expect(await api.exited).toBe(0);
  },
);

test("a draining api is not ready, serves for the delay, and exits cleanly", async () => {
  const environment = { ...server.installation.environment, DRAIN_DELAY_S: "2" };
  const api = await startProcess({ ...server.installation, environment }, { role: "api" });
  const ready = async () => {
    const { status, headers } = await fetch(`${api.baseUrl}/readyz`);
    return [status, headers.get("connection")];
  };
  expect(await ready()).toEqual([200, "keep-alive"]);
  const stopped = api.kill("SIGTERM");
  await expect.poll(ready, { interval: 20 }).toEqual([503, "close"]);
  expect(await createPayment(server.at(api.baseUrl))).toMatch(/^pay_/);
  await stopped;
  expect(await api.exited).toBe(0);
});

test("a port in use is reported with its number and the setting, and the process exits", async () => {
  const other = createServer().listen(0, "127.0.0.1");
  await once(other, "listening");
  const { port } = other.address() as AddressInfo;
  const answer = await turnpikeProcess(["serve"], { ...server.installation.environment, PORT: String(port) });
  other.close();
  expect(answer.code).toBe(1);
  expect(answer.stderr).toContain(`turnpike: port ${port} is in use: set PORT to another one\n`);
});

test.each([
  ["list:/nowhere/refused.txt", "the list file /nowhere/refused.txt cannot be read (ENOENT)"],
  ["oracle:eip155:5/0x40C57923924B5c5c5455c48D93317139ADDaC8fb", "eip155:5 is not in the chains file"],
])("an invalid screening source stops it before it accepts requests: %s", async (SCREENING, words) => {
  const answer = await turnpikeProcess(["serve"], { ...server.installation.environment, SCREENING });
  expect(answer.code).toBe(2);
  expect(answer.stderr).toContain(`turnpike: SCREENING: ${words}\n`);
});
