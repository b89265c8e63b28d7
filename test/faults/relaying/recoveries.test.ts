// Recoveries that cannot be made hold up no others, use bounded gas, wait for an operator, and come back after a reorg.
import type { Hex } from "viem";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { setDenied } from "../../../src/local/tokens/circle-token.ts";
import { toBytes } from "../../../src/store/database/hex.ts";
import { chainsFileOf, json, turnpike } from "../../cli/turnpike.ts";
import { type GivenAddress, giveAddress, transfer } from "../../harness/chain/deposit-addresses.ts";
import { type OwnChain, startOwnChain } from "../../harness/chain/own-chain.ts";
import { createPayment } from "../../harness/chain/wallet.ts";
import { readableLogger } from "../../harness/fake-ports.ts";
import { entryOf } from "../../harness/server/process.ts";
import { newAddress, startServer, type TestServer } from "../../harness/server/server.ts";

/** An idle chain is looked at once a minute. */
const WITHIN = { timeout: 150_000 };
vi.setConfig({ testTimeout: 500_000 });

let chain: OwnChain;
let server: TestServer;
const { logger, lines } = readableLogger();
beforeAll(async () => {
  chain = await startOwnChain();
  server = await startServer({ place: chain, log: logger });
});
afterAll(async () => {
  await server.stop();
  await chain.stop();
});

type Given = GivenAddress & { readonly paymentId: string; readonly sent: Hex };

/** A payment past its address's deadline, with 4 USDC on it, whose sender was screened. */
async function resting(): Promise<Given> {
  const paymentId = await createPayment(server);
  const deadlineS = Math.floor(Date.now() / 1_000) - 60;
  const address = await giveAddress(server, paymentId, { deadlineS, destination: newAddress() });
  await server.sql("update deposit_addresses set watched_until = now() + interval '1 day' where terms_hash = $1", [
    toBytes(address.termsHash),
  ]);
  const sent = await transfer(server, { to: address.address, amount: 4_000_000n });
  const screened = () =>
    server.sql("select from deposits where payment_id = $1 and is_refused is not null", [paymentId]);
  await expect.poll(screened, WITHIN).toHaveLength(1);
  return { paymentId, sent, ...address };
}

const cancel = ({ paymentId }: Given) => server.call({ method: "POST", path: `/v1/payments/${paymentId}/cancel` });
const received = ({ terms }: Given) => server.balance(server.deployment.usdc, terms.destination);

async function settings(): Promise<Readonly<Record<string, string>>> {
  const { environment, chains } = server.installation;
  return { ...environment, CHAINS_FILE: await chainsFileOf(...chains.map(entryOf)) };
}

interface Listed {
  readonly deposits: readonly { readonly paymentId: string; readonly state: string; readonly note: string | null }[];
}
const listed = async ({ paymentId }: Given) =>
  (await json<Listed>(["deposits", "list"], await settings())).deposits.find((each) => each.paymentId === paymentId);
const recover = async ({ paymentId }: Given, ...options: string[]) =>
  turnpike(["deposits", "recover", paymentId, ...options], await settings());

test("a refused sender's money stays until an operator releases it", async () => {
  const given = await resting();
  await server.sql("update deposits set is_refused = true where payment_id = $1", [given.paymentId]);
  await cancel(given);
  const kinds = () => server.sql("select kind from exceptions where payment_id = $1", [given.paymentId]);
  await expect.poll(kinds, WITHIN).toEqual([{ kind: "refused_sender" }]);
  await expect.poll(() => listed(given), WITHIN).toMatchObject({ state: "refused_sender" });
  expect((await recover(given)).code).toBe(1);
  expect(await received(given)).toBe(0n);
  const releases = () =>
    server.sql("select actor, via, merchant_id, subject_id, after from audit_log where action = 'deposit_released'");
  expect(await releases()).toEqual([]);
  const { code, stdout } = await recover(given, "--refused-sender");
  expect([code, stdout]).toEqual([0, `1 amount of ${given.paymentId} will go with the next transaction\n`]);
  expect((await recover(given, "--refused-sender")).code).toBe(0);
  await expect.poll(() => received(given), WITHIN).toBe(4_000_000n);
  expect(await kinds()).toHaveLength(1);
  const { merchantId: merchant_id } = server;
  const after = { txHash: given.sent };
  expect(await releases()).toEqual([
    { actor: "operator", via: "cli", merchant_id, subject_id: given.paymentId, after },
  ]);
});

test("the day's gas bounds recoveries, but not those that an operator asks for", async () => {
  await server.sql("update recovery_gas set gas = 30000000");
  const given = await resting();
  await cancel(given);
  await expect.poll(() => lines.join("\n"), WITHIN).toContain("recoveries have used their gas of the day");
  expect(await listed(given)).toMatchObject({ state: "due" });
  expect((await recover(given)).code).toBe(0);
  await expect.poll(() => received(given), WITHIN).toBe(4_000_000n);
  await server.sql("update recovery_gas set gas = 1");
});

test("one that the token refuses is quarantined after its attempts, and others go on", async () => {
  const refused = await resting();
  const other = await resting();
  const { usdc } = server.deployment;
  await setDenied(server.client, usdc, refused.terms.destination, true);
  await cancel(refused);
  await cancel(other);
  await expect.poll(() => received(other), WITHIN).toBe(4_000_000n);
  await expect
    .poll(() => listed(refused), WITHIN)
    .toMatchObject({
      state: "later",
      note: expect.stringContaining("it fails with"),
    });
  await server.sql("update unrecovered set attempts = 5, recover_after = now()");
  await expect.poll(() => listed(refused), WITHIN).toMatchObject({ state: "quarantined" });
  expect(lines.join("\n")).toContain("money on a deposit address could not be passed on");
  await setDenied(server.client, usdc, refused.terms.destination, false);
  expect((await recover(refused)).code).toBe(0);
  await expect.poll(() => received(refused), WITHIN).toBe(4_000_000n);
});

test("one that a reorg removes is made again by the same bytes", async () => {
  const given = await resting();
  await cancel(given);
  await expect.poll(() => received(given), WITHIN).toBe(4_000_000n);
  const isBooked = () => server.sql("select from recoveries where terms_hash = $1", [toBytes(given.termsHash)]);
  await expect.poll(isBooked, WITHIN).toHaveLength(1);
  await chain.stopMining();
  const [mined] = await server.sql<{ block: number }>(
    "select block_number::integer as block from recoveries where terms_hash = $1",
    [toBytes(given.termsHash)],
  );
  const head = Number(await server.client.getBlockNumber({ cacheTime: 0 }));
  await chain.reorganise(head - (mined?.block ?? head) + 1);
  expect(await received(given)).toBe(0n);
  const isOrphaned = () =>
    server.sql("select from recoveries where terms_hash = $1 and orphaned_at is not null", [toBytes(given.termsHash)]);
  await expect.poll(isOrphaned, WITHIN).toHaveLength(1);
  await chain.resumeMining();
  await expect.poll(() => received(given), WITHIN).toBe(4_000_000n);
  await expect.poll(() => server.sql("select from unrecovered"), WITHIN).toEqual([]);
  const sent = await server.sql(
    `select distinct b.id from relay_batches b join relay_transactions t on t.batch_id = b.id
       join recoveries r on r.tx_hash = t.hash where r.terms_hash = $1`,
    [toBytes(given.termsHash)],
  );
  expect(sent).toHaveLength(1);
});
