// Both RPC URLs of a chain go away under a running worker, which says so in its log, readiness, metrics and doctor.
import { afterAll, beforeAll, expect, test } from "vitest";
import { chainsFileOf, turnpike } from "../../cli/turnpike.ts";
import { type OwnChain, startOwnChain } from "../../harness/chain/own-chain.ts";
import { type RpcProxy, startRpcProxy } from "../../harness/chain/rpc-proxy.ts";
import { sampleOf, seenMetrics } from "../../harness/server/metrics.ts";
import { entryOf } from "../../harness/server/process.ts";
import { startServer, type TestServer } from "../../harness/server/server.ts";

/** An outage is told after 15 s without a response; the machine may be busy. */
const EVENTUALLY = { timeout: 120_000, interval: 200 };
const QUOTA = { type: "error", code: -32_005, message: "daily quota reached" } as const;

let chain: OwnChain;
let second: RpcProxy;
let server: TestServer;
const { log, lines, urlOf, read } = seenMetrics();
beforeAll(async () => {
  chain = await startOwnChain();
  second = await startRpcProxy(chain.rpcUrl);
  server = await startServer({
    place: chain,
    role: "worker",
    environment: { METRICS_PORT: "0" },
    chain: { rpcUrls: [chain.proxy.url, second.url], headAgeMaxS: 3_600 },
    log,
  });
});
afterAll(async () => {
  await server.stop();
  await second.close();
  await chain.stop();
});

const readiness = async (): Promise<unknown> => (await fetch(urlOf("/readyz"))).json();
const labels = () => ({ chain: server.caip2 });
const sample = async (name: string) => sampleOf(await read(), name, labels());
async function doctor(): Promise<string> {
  const { environment, chains } = server.installation;
  const CHAINS_FILE = await chainsFileOf(...chains.map(entryOf));
  return (await turnpike(["doctor"], { ...environment, CHAINS_FILE })).stdout;
}

test.each([
  ["cut", { type: "hang_up" }],
  ["refused", QUOTA],
] as const)(
  "both RPC URLs %s: an outage that names the chain, the time and the effect, until one responds",
  async (_, fault) => {
    await expect.poll(readiness, EVENTUALLY).toMatchObject({ status: "ready" });
    await expect.poll(() => sample("turnpike_chain_nodes_away_seconds"), EVENTUALLY).toBe(0);
    const before = lines().length;
    for (const proxy of [chain.proxy, second]) proxy.misbehave(() => fault);
    await expect
      .poll(readiness, EVENTUALLY)
      .toMatchObject({ checks: { chains: `${server.caip2} led here without nodes: none of the RPC URLs responds` } });
    await expect.poll(() => sample("turnpike_chain_nodes_away_seconds"), EVENTUALLY).toBeGreaterThan(10);
    expect(await sample("turnpike_chain_can_relay")).toBeNull();
    expect(await sample("turnpike_leads")).toBe(1);
    expect(lines().slice(before)).toContainEqual(
      expect.objectContaining({
        level: 50,
        chain: server.caip2,
        silentS: expect.any(Number),
        msg: expect.stringMatching(
          /^none of the chain's 2 RPC URLs has responded for \d+ s: nothing on it is followed/,
        ),
      }),
    );
    expect(await doctor()).toMatch(
      /problem +\S+: none of its RPC URLs has responded to its worker for \d+ s: nothing on it is followed/,
    );
    second.misbehave(() => null);
    await expect.poll(readiness, EVENTUALLY).toMatchObject({ status: "ready" });
    await expect.poll(() => sample("turnpike_chain_nodes_away_seconds"), EVENTUALLY).toBe(0);
    expect(await sample("turnpike_chain_can_relay")).toBe(1);
    expect(lines().slice(before)).toContainEqual(
      expect.objectContaining({ level: 30, msg: "an RPC URL of the chain responds again" }),
    );
    chain.proxy.misbehave(() => null);
  },
);
