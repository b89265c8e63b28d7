// Checks each RPC URL of a chain: whether it responds, serves this chain and keeps up with the others.
import { type Connection, lagMaxBlocks } from "./client.ts";
import type { EvmChainConfig } from "./config.ts";
import type { Endpoint } from "./endpoint.ts";
import { unavailable } from "./errors.ts";
import { type ChainProblem, unreachable, warning, wrong } from "./problem.ts";

export interface EndpointReport {
  /** Identifies it without its host, for example "rpc 1 of 2". */
  readonly label: string;
  /** Null if it does not respond; `failure` then says why. */
  readonly serves: { readonly chainNumber: number; readonly head: number; readonly answeredInMs: number } | null;
  readonly failure: string;
}

/** @returns one report per RPC URL, in order; never throws */
export const readEndpoints = (
  { caip2 }: Pick<EvmChainConfig, "caip2">,
  { endpoints }: Connection,
): Promise<readonly EndpointReport[]> => Promise.all(endpoints.map((endpoint) => readEndpoint(caip2, endpoint)));

async function readEndpoint(chain: string, { label, chainNumber, headNumber }: Endpoint): Promise<EndpointReport> {
  const startedMs = performance.now();
  try {
    const found = await chainNumber();
    const answeredInMs = Math.ceil(performance.now() - startedMs);
    return { label, serves: { chainNumber: found, head: await headNumber(), answeredInMs }, failure: "" };
  } catch (error) {
    return { label, serves: null, failure: `${unavailable(chain, error).message}.` };
  }
}

export function endpointProblems(config: EvmChainConfig, reports: readonly EndpointReport[]): ChainProblem[] {
  if (reports.every(({ serves }) => serves === null)) {
    return reports.map(({ failure }) =>
      unreachable(`${failure} Check the RPC URL and its network, or set RPC_URL_${config.chainNumber}.`),
    );
  }
  const heads = reports.flatMap(({ serves }) => (serves?.chainNumber === config.chainNumber ? [serves.head] : []));
  const newest = Math.max(...heads);
  return reports.flatMap(({ label, serves, failure }) => {
    if (!serves) return [warning(`${failure} Using the other RPC URLs.`)];
    if (serves.chainNumber !== config.chainNumber) {
      const what = `${config.caip2}: ${label} serves chain ${serves.chainNumber}, expected ${config.chainNumber}.`;
      return [wrong(`${what} Set an RPC URL of ${config.name}, or correct caip2.`)];
    }
    const behind = newest - serves.head;
    if (behind <= lagMaxBlocks(config.blockTimeS)) return [];
    return [warning(`${config.caip2}: ${label} is ${behind} blocks behind the others. Using the others instead.`)];
  });
}
