// The connection to a chain's nodes: each request goes to the first RPC URL that works and is up with the others, and on to
// the next where it is not answered. Nothing else is repeated behind the caller's back.
import { createPublicClient, custom, type PublicClient } from "viem";
import type { EvmChainConfig } from "./config.ts";
import { type Endpoint, openEndpoint } from "./endpoint.ts";
import { EndpointFailure, endpointFailureIn, isExecutionFailure } from "./errors.ts";
import { sendOutcomeOf } from "./send-outcome.ts";
import { type WatchedEndpoint, watchEndpoint } from "./watched-endpoint.ts";

export interface Connection {
  readonly client: PublicClient;
  /** One by one, for the check of a chain. */
  readonly endpoints: readonly Endpoint[];
}

/** How often the heads of several endpoints are compared, while there are requests. */
const HEADS_INTERVAL_MS = 5_000;
/** What an endpoint knows is this much older than what another one knows: a buyer's money would be missing from it. */
const LAG_MAX_S = 10;
/** The same in blocks, for slow chains: nodes hear of a block at different moments. */
const LAG_MAX_BLOCKS = 2;
/** What an endpoint gets where another one could answer in its place, which then has as long again before a buyer waits too long. */
const ATTEMPT_TIMEOUT_MS = 1_500;

type ConnectionConfig = Pick<EvmChainConfig, "chainNumber" | "rpcUrls" | "blockTimeS">;

export function connect(config: ConnectionConfig): Connection {
  const count = config.rpcUrls.length;
  const endpoints = config.rpcUrls.map((url, index) => openEndpoint(url, `rpc ${index + 1} of ${count}`));
  const request = requestTo(endpoints, config);
  const client = createPublicClient({
    transport: custom({ request }, { key: "endpoints", name: "RPC URLs", retryCount: 0 }),
    cacheTime: 0,
    ccipRead: false,
  });
  return { client, endpoints };
}

function requestTo(endpoints: readonly Endpoint[], config: ConnectionConfig) {
  const watched = endpoints.map((endpoint) => watchEndpoint(endpoint, config.chainNumber, endpoints.length > 1));
  const compareHeads = headComparison(watched, lagMaxBlocks(config.blockTimeS));

  return async ({ method, params }: { method: string; params?: unknown }): Promise<unknown> => {
    compareHeads();
    const order = inOrder(watched);
    let failure: unknown = new EndpointFailure({ endpoint: "every rpc", method, reason: "failed a moment ago" });
    for (const [index, endpoint] of order.entries()) {
      const hasSubstitute = order.slice(index + 1).some((other) => other.standing() === "ready");
      try {
        return await endpoint.request(method, params, hasSubstitute ? ATTEMPT_TIMEOUT_MS : null);
      } catch (error) {
        if (isFinalAnswer(error)) throw error;
        failure = error;
      }
    }
    throw failure;
  };
}

/** Best first. One that failed lately comes last, and is looked at meanwhile: it must not hold up what others can answer. */
function inOrder(endpoints: readonly WatchedEndpoint[]): readonly WatchedEndpoint[] {
  const standing = new Map(endpoints.map((endpoint) => [endpoint, endpoint.standing()]));
  const those = (wanted: string) => endpoints.filter((endpoint) => standing.get(endpoint) === wanted);
  const recovering = those("recovering");
  for (const endpoint of recovering) endpoint.look();
  return [...those("ready"), ...those("lagging"), ...recovering];
}

/** An endpoint whose head is more blocks behind the others' is used only where they fail. */
export const lagMaxBlocks = (blockTimeS: number): number => Math.max(Math.ceil(LAG_MAX_S / blockTimeS), LAG_MAX_BLOCKS);

/** @returns has the heads compared, in the background, where that was not done lately */
function headComparison(endpoints: readonly WatchedEndpoint[], lagMax: number): () => void {
  let nextMs = 0;
  async function compare(): Promise<void> {
    const heads = await Promise.all(endpoints.map((endpoint) => endpoint.readHead()));
    const newest = Math.max(...heads.filter((head) => head !== null));
    for (const [index, endpoint] of endpoints.entries()) {
      const head = heads[index] ?? null;
      endpoint.setLagging(head !== null && newest - head > lagMax);
    }
  }
  return () => {
    if (endpoints.length < 2 || Date.now() < nextMs) return;
    nextMs = Date.now() + HEADS_INTERVAL_MS;
    void compare(); // never rejects: an endpoint that fails has no head
  };
}

/** True for an answer that the next endpoint would give as well. */
function isFinalAnswer(error: unknown): boolean {
  const answer = endpointFailureIn(error)?.answer;
  return answer ? isExecutionFailure(answer) || sendOutcomeOf(answer) !== null : false;
}
