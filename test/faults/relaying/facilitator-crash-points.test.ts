// kill -9 of the server at each named point of a facilitated payment, then a restart: the money moves once, and the
// repeated request gets its answer.
import pg from "pg";
import type { Hex, LocalAccount } from "viem";
import { afterAll, beforeAll, expect, test } from "vitest";
import { readFacilitated } from "../../../src/contract/x402/facilitator.ts";
import { ALL_PARTNERS } from "../../../src/operations/ports/idempotency.ts";
import { keyOfTransfer } from "../../../src/operations/x402/check-transfer.ts";
import type { Service } from "../../../src/service/main.ts";
import { PAYMENT_CRASH_POINTS } from "../../../src/settings/crash-point.ts";
import { expectBooksToBalance } from "../../harness/books.ts";
import { sendAsRival } from "../../harness/chain/rival.ts";
import { newAgent } from "../../harness/chain/x402.ts";
import {
  authorizationIn,
  type Facilitated,
  payDataFor,
  type SettleBody,
  settle,
  signFor,
} from "../../harness/chain/x402-facilitator.ts";
import { startProcess } from "../../harness/server/process.ts";
import { startOn, startServer, type TestServer } from "../../harness/server/server.ts";
import { confirmBy, openPayment } from "../../store/relaying/queued.ts";

const AMOUNT = 1_000_000n;

let installation: TestServer;
let running: Service | null = null;
beforeAll(async () => {
  installation = await startServer({ role: null });
});
afterAll(async () => {
  await running?.stop();
  await installation.stop();
});

/** Settles at a server that is killed at this point. */
async function settledByKilled(crashPoint: (typeof PAYMENT_CRASH_POINTS)[number], payer: LocalAccount) {
  const doomed = await startProcess(installation.installation, { crashPoint });
  const signed = await signFor(installation, payer);
  const answer = settle(installation.at(doomed.baseUrl), signed).catch((error: unknown) => error);
  expect(await doomed.exited).toBe("SIGKILL");
  await answer;
  return signed;
}

test.each(PAYMENT_CRASH_POINTS)(
  "a server that is killed at %s takes the payer's money once, and answers the repeated request",
  async (crashPoint) => {
    const payer = await newAgent(installation, 2n * AMOUNT);
    const signed = await settledByKilled(crashPoint, payer);

    running = await startOn(installation.installation, "all");
    const server = installation.at(running.baseUrl ?? "");
    const { status, body } = await settle(server, signed);
    expect([status, body]).toMatchObject([200, { success: true, payer: payer.address, amount: "1000000" }]);
    expect((await settle(server, signed)).body).toEqual(body satisfies SettleBody);
    expect(await installation.balance(installation.deployment.usdc, payer.address)).toBe(AMOUNT);
    const [count] = await installation.sql("select count(*)::int as n from payments where payment_key = $1", [
      Buffer.from((signed.paymentPayload.payload.authorization.nonce ?? "").slice(2), "hex"),
    ]);
    expect(count).toEqual({ n: 1 });
    await running.stop();
    running = null;
  },
);

/** Restarts, and repeats the request of a payment that a stranger's transaction has paid. */
async function expectPaidBy(hash: Hex, payer: LocalAccount, signed: Facilitated): Promise<void> {
  running = await startOn(installation.installation, "all");
  const server = installation.at(running.baseUrl ?? "");
  const key = Buffer.from(authorizationIn(signed).nonce.slice(2), "hex");
  const statuses = () => server.sql("select status from payments where payment_key = $1", [key]);
  await expect.poll(statuses, { timeout: 20_000 }).toEqual([{ status: "succeeded" }]);
  const { body } = await settle(server, signed);
  expect(body).toMatchObject({ success: true, payer: payer.address, transaction: hash, amount: "1000000" });
  await expectBooksToBalance(server);
  await running.stop();
  running = null;
}

const submitAsStranger = (signed: Facilitated): Promise<Hex> =>
  sendAsRival(installation, installation.deployment.router, payDataFor(installation, signed));

test("a payment that its payer did not cover is paid by a stranger who submits its authorisation", async () => {
  const payer = await newAgent(installation, AMOUNT);
  const { caip2: chain, deployment } = installation;
  const spent = { chain, router: deployment.router, token: deployment.usdc, payer: payer.address, amount: 1n, fee: 0n };
  await confirmBy(installation, await openPayment(installation, spent));
  running = await startOn(installation.installation, "all");
  const signed = await signFor(installation, payer);
  const { body } = await settle(installation.at(running.baseUrl ?? ""), signed);
  expect(body).toMatchObject({ success: false, errorReason: "insufficient_funds" });
  await running.stop();
  await expectPaidBy(await submitAsStranger(signed), payer, signed);
});

test("a stranger's transfer that is followed before its payment is recorded pays it, also after a kill", async () => {
  const payer = await newAgent(installation, AMOUNT);
  const signed = await signFor(installation, payer);
  await openPayment(installation); // else the chain is read less often
  const asked = readFacilitated(signed);
  if (typeof asked === "string") throw new Error(asked);
  const { scope, key } = keyOfTransfer(installation, asked);
  const other = new pg.Client({ connectionString: installation.databaseUrl });
  await other.connect();
  await other.query("begin");
  await other.query("insert into idempotent_answers (partner_id, scope, key, fingerprint) values ($1, $2, $3, '')", [
    ALL_PARTNERS,
    scope,
    key,
  ]);
  const doomed = await startProcess(installation.installation, { crashPoint: "confirm.stored" });
  const answer = settle(installation.at(doomed.baseUrl), signed).catch((error: unknown) => error);
  const waiting = () =>
    installation.sql("select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'");
  await expect.poll(waiting, { timeout: 20_000 }).toHaveLength(1); // verified, and not recorded yet
  const hash = await submitAsStranger(signed);
  const { blockNumber } = await installation.client.waitForTransactionReceipt({ hash });
  const followed = () => installation.sql("select from chain_blocks where number >= $1", [blockNumber]);
  await expect.poll(followed, { timeout: 20_000 }).not.toEqual([]);
  await other.query("rollback");
  await other.end();
  expect(await doomed.exited).toBe("SIGKILL");
  await answer;
  await expectPaidBy(hash, payer, signed);
});
