// kill -9 of the server at random moments while many payments run: nothing acknowledged is lost and nothing is paid
// twice. The moments come from a seed, which a failure names.
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { paymentKey } from "../../src/payment/terms.ts";
import { paidEvents } from "../harness/books.ts";
import { confirm, signPayment, untilFinal } from "../harness/chain/wallet.ts";
import { randomFrom } from "../harness/random.ts";
import { type ApiAnswer, NoResponseError } from "../harness/server/api.ts";
import { type ServiceProcess, startProcess } from "../harness/server/process.ts";
import { startServer, type TestServer } from "../harness/server/server.ts";
import { LENGTH, SEED } from "./length.ts";

const KILLS = 5 * LENGTH;
const PAYMENTS = 6 * KILLS;
/** One in this many payments is cancelled instead of paid. */
const CANCELLED_EVERY = 6;
const UP_MS_MAX = 1_500;

let installation: TestServer;
beforeAll(async () => {
  installation = await startServer({ role: null, environment: { DATABASE_CONNECTIONS: "10" } });
});
afterAll(() => installation.stop());

/** The server that runs now or starts in a moment. */
class Serving {
  #process: Promise<ServiceProcess> = startProcess(installation.installation);

  async killAndRestart(): Promise<void> {
    await (await this.#process).kill();
    this.#process = startProcess(installation.installation);
    await this.#process;
  }

  /** Repeats until there is a response, however often the server dies. */
  async asking<T>(ask: (server: TestServer) => Promise<T>): Promise<T> {
    for (;;) {
      const process = await this.#process;
      try {
        return await ask(installation.at(process.baseUrl));
      } catch (error) {
        if (!(error instanceof NoResponseError)) throw error;
        await process.exited;
      }
    }
  }

  stop = async (): Promise<void> => (await this.#process).kill();
}

const create = (serving: Serving, index: number): Promise<ApiAnswer<{ paymentId: string }>> =>
  serving.asking((server) =>
    server.call({
      path: "/v1/payments",
      headers: { "idempotency-key": `payment ${index}` },
      body: { amount: { unit: "iso4217/USD", value: String(1_000 + index) }, referenceId: `order ${index}` },
    }),
  );

async function pay(serving: Serving, index: number): Promise<string> {
  const buyer = await installation.newBuyer();
  const { status, body } = await create(serving, index);
  expect(status).toBe(201);
  const { paymentId } = body;
  if (index % CANCELLED_EVERY === 0) {
    const cancelled = await serving.asking((server) =>
      server.call({ method: "POST", path: `/v1/payments/${paymentId}/cancel` }),
    );
    expect(cancelled).toMatchObject({ status: 200, body: { status: "cancelled" } });
    return "cancelled";
  }
  const signed = await serving.asking((server) => signPayment(server, paymentId, buyer));
  const accepted = await serving.asking((server) => confirm(server, signed));
  expect(accepted.status).toBe(200);
  const final = await serving.asking((server) => untilFinal(server, paymentId));
  expect(await paidEvents(installation, [paymentKey(paymentId)])).toHaveLength(1);
  // 10.00 plus `index` cents; a cent is 10 000 units.
  const units = 10_000n * BigInt(1_000 + index);
  expect(await installation.balance(installation.deployment.usdc, buyer.address)).toBe(1_000_000_000n - units);
  return final.status;
}

describe(`a server that is killed ${KILLS} times at random (seed ${SEED})`, () => {
  test(`loses none of ${PAYMENTS} payments and pays none twice`, async () => {
    const random = randomFrom(SEED);
    const serving = new Serving();
    const starts = Array.from({ length: PAYMENTS }, () => random() * KILLS * UP_MS_MAX);
    const payments = Promise.all(
      starts.map(async (startMs, index) => {
        await sleep(startMs);
        return pay(serving, index);
      }),
    );
    for (let kill = 0; kill < KILLS; kill++) {
      await sleep(random() * UP_MS_MAX);
      await serving.killAndRestart();
    }
    const expected = starts.map((_, index) => (index % CANCELLED_EVERY === 0 ? "cancelled" : "succeeded"));
    expect(await payments).toEqual(expected);

    const rows = await installation.sql<{ created: number }>("select count(*)::integer as created from payments");
    expect(rows).toEqual([{ created: PAYMENTS }]); // a create repeated with its key makes no second payment
    await serving.stop();
  });
});
