// Two service processes share a database and relayer keys: each payment is relayed once and no nonce is reused, even if
// the leader is killed.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { paymentKey } from "../../src/payment/terms.ts";
import { paidEvents } from "../harness/books.ts";
import { type ServiceProcess, startProcess } from "../harness/process.ts";
import { startServer, type TestServer } from "../harness/server.ts";
import { confirm, createPayment, type SignedOption, signPayment, untilFinal } from "../harness/wallet.ts";
import { watcherHasBegun } from "./confirmed.ts";

const PAYMENTS = 40;

let installation: TestServer;
let leader: ServiceProcess;
let standby: ServiceProcess;
beforeAll(async () => {
  installation = await startServer({ role: null });
  leader = await startProcess(installation.installation);
  await watcherHasBegun(installation);
  standby = await startProcess(installation.installation);
});
afterAll(async () => {
  await installation.stop();
  await standby.kill();
});

describe("two service processes", () => {
  test(`relay ${PAYMENTS} payments once each, under distinct nonces, although one is killed`, async () => {
    const first = installation.at(leader.baseUrl);
    const second = installation.at(standby.baseUrl);
    const signed: SignedOption[] = await Promise.all(
      Array.from({ length: PAYMENTS }, async (_, index) => {
        const server = index % 2 ? first : second;
        return signPayment(server, await createPayment(server), await server.newBuyer());
      }),
    );
    const half = PAYMENTS / 2;
    const confirmAll = (payments: readonly SignedOption[]) =>
      Promise.all(payments.map((payment, index) => confirm(index % 2 ? first : second, payment)));
    for (const { status } of await confirmAll(signed.slice(0, half))) expect(status).toBe(200);

    await leader.kill();
    for (const payment of signed.slice(half)) expect((await confirm(second, payment)).status).toBe(200);

    for (const { paymentId } of signed)
      expect(await untilFinal(second, paymentId)).toMatchObject({ status: "succeeded" });
    const keys = signed.map(({ paymentId }) => paymentKey(paymentId));
    expect(await paidEvents(installation, keys)).toHaveLength(PAYMENTS);
    const nonces = await installation.sql<{ nonces: number; batches: number }>(
      "select count(distinct (relayer, nonce))::integer as nonces, count(*)::integer as batches from relay_batches",
    );
    expect(nonces[0]?.nonces).toBe(nonces[0]?.batches);
  });
});
