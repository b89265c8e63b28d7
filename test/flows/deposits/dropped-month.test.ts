// Money that comes to deposit addresses after their payments were dropped with their month.
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { toBytes } from "../../../src/store/database/hex.ts";
import { writeSettings } from "../../cli/chains/two-chains.ts";
import { json } from "../../cli/turnpike.ts";
import { reconciled } from "../../harness/books.ts";
import { type GivenAddress, giveAddress, transfer } from "../../harness/chain/deposit-addresses.ts";
import { type OwnChain, startOwnChain } from "../../harness/chain/own-chain.ts";
import { createPayment } from "../../harness/chain/wallet.ts";
import { dropPresentMonth } from "../../harness/database/dropped-month.ts";
import { newAddress, startServer, type TestServer } from "../../harness/server/server.ts";

/** An idle chain is looked at once a minute. */
const WITHIN = { timeout: 150_000 };
vi.setConfig({ testTimeout: 500_000 });

const DAY_S = 86_400;

/** What came: less than the amount, which is recovered, and the amount, which is swept with its fee. */
const CASES = [
  ["less than the amount", 4_000_000n, 4_000_000n],
  ["the amount", 10_000_000n, 9_960_000n],
] as const;

let chain: OwnChain;
let server: TestServer;
let watched: readonly GivenAddress[];
let forgotten: readonly GivenAddress[];
beforeAll(async () => {
  chain = await startOwnChain();
  server = await startServer({ place: chain, bendsBooks: "the keys of dropped payments are gone" });
  watched = [await ended("1 day"), await ended("1 day")];
  forgotten = [await ended("-1 day"), await ended("-1 day")];
  await dropPresentMonth(server);
});
afterAll(async () => {
  await server.stop();
  await chain.stop();
});

/** The address of a cancelled payment past its deadline. @param watchedFor from now on */
async function ended(watchedFor: string): Promise<GivenAddress> {
  const paymentId = await createPayment(server);
  const deadlineS = Math.floor(Date.now() / 1_000) - 100 * DAY_S;
  const address = await giveAddress(server, paymentId, { deadlineS, destination: newAddress() });
  await server.sql("update deposit_addresses set watched_until = now() + $2::interval where terms_hash = $1", [
    toBytes(address.termsHash),
    watchedFor,
  ]);
  await server.call({ method: "POST", path: `/v1/payments/${paymentId}/cancel` });
  return address;
}

const receivedBy = ({ terms }: GivenAddress) => server.balance(server.deployment.usdc, terms.destination);

/** The merchant has the money, and the books say so. */
async function untilPassedOn(address: GivenAddress, amount: bigint): Promise<void> {
  await expect.poll(() => receivedBy(address), WITHIN).toBe(amount);
  const open = () => server.sql("select from deposits where not is_closed union all select from unrecovered");
  await expect.poll(open, WITHIN).toEqual([]);
  expect(await reconciled(server)).toMatchObject({ differences: [] });
  expect(await receivedBy(address)).toBe(amount);
}

const depositsTo = ({ termsHash }: GivenAddress) =>
  server.sql("select from deposits where terms_hash = $1", [toBytes(termsHash)]);

describe.each(CASES)("%s", (_, sent, received) => {
  const indexOf = () => CASES.findIndex(([, amount]) => amount === sent);

  test("goes to the merchant while the address is watched", async () => {
    const address = watched[indexOf()] as GivenAddress;
    await transfer(server, { to: address.address, amount: sent });
    await untilPassedOn(address, received);
  });

  test("goes to the merchant once an operator searches for what came later", async () => {
    const address = forgotten[indexOf()] as GivenAddress;
    const sinceS = await chain.nowS();
    await transfer(server, { to: address.address, amount: sent });
    await expect
      .poll(() => server.sql("select from chain_blocks where time_s > $1", [sinceS + 1]), WITHIN)
      .not.toEqual([]);
    expect(await depositsTo(address)).toEqual([]);
    const command = ["rebuild", "--chain", server.caip2, "--since", new Date(1_000 * sinceS).toISOString()];
    expect(await json(command, await writeSettings(server))).toMatchObject({ chains: [{ unknown: [] }] });
    expect(await depositsTo(address)).toHaveLength(1);
    await untilPassedOn(address, received);
  });
});
