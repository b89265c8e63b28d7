// How far the newest blocks of real chains are from the database's clock, in the metrics and in what doctor says.
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import { chainsFileOf, turnpike } from "../cli/turnpike.ts";
import { type OwnChain, startOwnChain } from "../harness/chain/own-chain.ts";
import { sampleOf, seenMetrics } from "../harness/server/metrics.ts";
import { entryOf } from "../harness/server/process.ts";
import { startServer, type TestServer } from "../harness/server/server.ts";

const HOUR_S = 3_600;
/** An idle chain is read every 48 s. */
const EVENTUALLY = { timeout: 150_000, interval: 500 };

let first: OwnChain;
let second: OwnChain;
let server: TestServer;
const { log, read } = seenMetrics();
beforeAll(async () => {
  [first, second] = await Promise.all([startOwnChain(), startOwnChain(31_338)]);
  server = await startServer({ place: first, otherPlaces: [second], environment: { METRICS_PORT: "0" }, log });
});
afterEach(() => void vi.useRealTimers());
afterAll(async () => {
  await server.stop();
  await Promise.all([first.stop(), second.stop()]);
});

const FIRST = "eip155:31337";
const ageOf = async (chain: string): Promise<number | null> =>
  sampleOf(await read(), "turnpike_chain_newest_block_age_seconds", { chain });

/** Findings about time. */
async function doctor(): Promise<readonly string[]> {
  const { environment, chains } = server.installation;
  const { stdout } = await turnpike(["doctor"], {
    ...environment,
    CHAINS_FILE: await chainsFileOf(...chains.map(entryOf)),
  });
  return stdout.split("\n").filter((line) => /database's clock/.test(line));
}

test("a block of one chain from the future is the fault of its RPC URLs; of both chains, of the clocks", async () => {
  await expect.poll(() => ageOf(FIRST), EVENTUALLY).toBeGreaterThan(-30);
  expect(await ageOf(FIRST)).toBeLessThan(60);
  expect(await doctor()).toEqual([]);

  await first.mineAt((await first.nowS()) + HOUR_S);
  const ahead =
    /^problem {2}eip155:31337: by the database's clock, its newest block is \d+ s ahead, while that of eip155:31338 is/;
  expect(await doctor()).toEqual([expect.stringMatching(ahead)]);
  await expect.poll(() => ageOf(FIRST), EVENTUALLY).toBeLessThan(-HOUR_S / 2);

  await second.mineAt((await second.nowS()) + HOUR_S);
  const both = expect.stringContaining("the clocks of the database and of this machine are wrong");
  expect(await doctor()).toEqual([both, both]);
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + HOUR_S * 1_000 });
  const databases = expect.stringContaining("by this machine's it is current: the database's clock is wrong");
  expect(await doctor()).toEqual(expect.arrayContaining([databases, databases]));
});
