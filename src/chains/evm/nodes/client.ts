// The connection to a chain's nodes. Each request goes to the first RPC URL that works and is up to date, and fails
// over to the next. Nothing else is retried implicitly.
import { createPublicClient, custom, type PublicClient } from "viem";
import type { EvmChainConfig } from "../config/config.ts";
import { type Endpoint, type OnRpcCall, openEndpoint } from "./endpoint.ts";
import { EndpointFailure, endpointFailureIn } from "./errors.ts";
import { commonHead, type EndpointHead, isStale, lagMaxBlocks, standingOf } from "./heads.ts";
import { blocksRequested, isWide } from "./log-range.ts";
import { isFinalAnswer } from "./send-outcome.ts";
import { type EndpointStatus, type OnNarrowed, type WatchedEndpoint, watchEndpoint } from "./watched-endpoint.ts";

export interface Connection {
  readonly client: PublicClient;
  /** All endpoints, for the chain check. */
  readonly endpoints: readonly Endpoint[];
  /** The endpoints as sources, of which each is asked about one matter. */
  readonly sources: readonly WatchedEndpoint[];
  /** Milliseconds since an endpoint last returned a result, or since the start. */
  silentMs(): number;
  /** The most blocks of logs to request in one call now. */
  logRangeMax(): number;
}

/** Interval between head comparisons under many requests, and its maximum under few. */
const HEADS_INTERVAL_MS = { many: 5_000, few: 60_000 };
/** Requests since the last comparison that count as many. */
const MANY_REQUESTS = 10;
/** Timeout per attempt while another endpoint could still respond within the time a buyer tolerates. */
export const ATTEMPT_TIMEOUT_MS = 1_500;

type ConnectionConfig = Pick<EvmChainConfig, "chainNumber" | "rpcUrls" | "blockTimeS">;

/** @param nowMs the clock by which a newest block is old */
export function connect(
  config: ConnectionConfig,
  onCall: OnRpcCall = () => {},
  onNarrowed?: OnNarrowed,
  nowMs: () => number = () => Date.now(),
): Connection {
  const count = config.rpcUrls.length;
  let heardMs = performance.now();
  const endpoints = config.rpcUrls.map((url, index) =>
    openEndpoint(url, `rpc ${index + 1} of ${count}`, (...call) => {
      if (call[0] === "ok") heardMs = performance.now();
      onCall(String(index + 1), ...call);
    }),
  );
  const sources = endpoints.map((endpoint) => watchEndpoint(endpoint, config.chainNumber, count > 1, onNarrowed));
  const request = requestTo(sources, config, nowMs);
  const client = createPublicClient({
    transport: custom({ request }, { key: "endpoints", name: "RPC URLs", retryCount: 0 }),
    cacheTime: 0,
    ccipRead: false,
  });
  return {
    client,
    endpoints,
    sources,
    silentMs: () => performance.now() - heardMs,
    logRangeMax: () => logRangeMax(sources),
  };
}

function requestTo(watched: readonly WatchedEndpoint[], config: ConnectionConfig, nowMs: () => number) {
  const compareHeads = headComparison(watched, config.blockTimeS, nowMs);

  return async ({ method, params }: { method: string; params?: unknown }): Promise<unknown> => {
    compareHeads();
    const order = inOrder(watched);
    const blocks = blocksRequested(method, params);
    let failure: unknown = new EndpointFailure({ endpoint: "every rpc", method, reason: "failed a moment ago" });
    for (const [index, endpoint] of order.entries()) {
      if (!takes(endpoint, blocks)) continue;
      const hasSubstitute = order.slice(index + 1).some((other) => other.status() === "ready" && takes(other, blocks));
      const timeoutMs = hasSubstitute ? ATTEMPT_TIMEOUT_MS : null;
      try {
        if (blocks !== null && watched.length > 1) await requireBlocks(endpoint, params, timeoutMs);
        return await endpoint.request(method, params, timeoutMs);
      } catch (error) {
        const answer = endpointFailureIn(error)?.answer;
        if (answer && !isWide(blocks) && isFinalAnswer(answer)) throw error;
        failure = error;
      }
    }
    throw failure;
  };
}

const takes = ({ logRange }: WatchedEndpoint, blocks: number | null): boolean =>
  !isWide(blocks) || blocks <= logRange.max();

/**
 * A node that lags behind returns the logs of the blocks it has, as if the other blocks of the range were empty.
 * @throws EndpointFailure if the node lacks the last block
 */
async function requireBlocks(endpoint: WatchedEndpoint, params: unknown, timeoutMs: number | null): Promise<void> {
  const [{ toBlock }] = params as [{ toBlock: string }];
  const last = await endpoint.request("eth_getBlockByNumber", [toBlock, false], timeoutMs);
  if (last === null) {
    throw new EndpointFailure({ endpoint: "an rpc", method: "eth_getLogs", reason: `lacks block ${toBlock}` });
  }
}

/** The sources to ask now. An endpoint that failed a moment ago would only cost time. */
export const awakeSources = ({ sources }: Pick<Connection, "sources">): readonly WatchedEndpoint[] =>
  sources.filter((source) => source.status() !== "resting");

/** The largest range that any endpoint in use accepts. */
function logRangeMax(endpoints: readonly WatchedEndpoint[]): number {
  const ready = endpoints.filter((endpoint) => endpoint.status() === "ready");
  return Math.max(...(ready.length > 0 ? ready : endpoints).map(({ logRange }) => logRange.max()));
}

/** Sorts the best endpoint first. Recently failed endpoints come last; background probes keep them from delaying. */
function inOrder(endpoints: readonly WatchedEndpoint[]): readonly WatchedEndpoint[] {
  const statuses = new Map(endpoints.map((endpoint) => [endpoint, endpoint.status()]));
  const withStatus = (wanted: EndpointStatus) => endpoints.filter((endpoint) => statuses.get(endpoint) === wanted);
  const recovering = withStatus("recovering");
  for (const endpoint of recovering) endpoint.probe();
  return [...withStatus("ready"), ...withStatus("out_of_step"), ...recovering];
}

/** @returns a function that counts a request and compares heads in the background, at most once per interval */
function headComparison(endpoints: readonly WatchedEndpoint[], blockTimeS: number, nowMs: () => number): () => void {
  let comparedMs = Number.NEGATIVE_INFINITY;
  let requests = 0;
  async function compare(): Promise<void> {
    const numbers = await Promise.all(endpoints.map((endpoint) => endpoint.readHead()));
    const known = numbers.filter((number) => number !== null);
    const isApart = Math.max(...known) - Math.min(...known) > lagMaxBlocks(blockTimeS);
    const heads = await Promise.all(
      numbers.map(async (number, index): Promise<EndpointHead | null> => {
        if (number === null) return null;
        const timeS = isApart ? await endpoints[index]?.readBlockTimeS(number) : null;
        return { number, isStale: isStale(timeS ?? null, blockTimeS, nowMs()) };
      }),
    );
    const common = commonHead(heads.filter((head) => head !== null));
    for (const [index, endpoint] of endpoints.entries()) {
      const head = heads[index];
      const isCompared = head && common !== null;
      endpoint.setOutOfStep(isCompared ? standingOf(head, common, lagMaxBlocks(blockTimeS)) !== "in_step" : false);
    }
  }
  return () => {
    requests += 1;
    const intervalMs = HEADS_INTERVAL_MS[requests < MANY_REQUESTS ? "few" : "many"];
    if (endpoints.length < 2 || performance.now() - comparedMs < intervalMs) return;
    comparedMs = performance.now();
    requests = 0;
    void compare(); // never rejects: a failing endpoint has a null head
  };
}
