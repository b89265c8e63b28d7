// Checks each RPC URL of a chain: whether it responds, serves this chain and keeps up with the others.

import { type EvmChainConfig, hasSecondSource } from "../config/config.ts";
import type { Connection } from "../nodes/client.ts";
import type { Endpoint } from "../nodes/endpoint.ts";
import { unavailable } from "../nodes/errors.ts";
import { commonHead, type EndpointHead, isStale, lagMaxBlocks, standingOf } from "../nodes/heads.ts";
import { type ChainProblem, unreachable, warning, wrong } from "../nodes/problem.ts";

export interface EndpointReport {
  /** A name that hides the host, for example "rpc 1 of 2". */
  readonly label: string;
  /** Null if the endpoint does not respond; `failure` then has the reason. */
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

export async function endpointProblems(
  config: EvmChainConfig,
  connection: Connection,
  reports: readonly EndpointReport[],
): Promise<ChainProblem[]> {
  if (reports.every(({ serves }) => serves === null)) {
    return reports.map(({ failure }) =>
      unreachable(`${failure} Check the RPC URL and its network, or set RPC_URL_${config.chainNumber}.`),
    );
  }
  const heads = await readHeads(config, connection, reports);
  const common = commonHead(heads.filter((head) => head !== null));
  return reports.flatMap(({ label, serves, failure }, index) => {
    if (!serves) return [warning(`${failure} Using the other RPC URLs.`)];
    if (serves.chainNumber !== config.chainNumber) {
      const what = `${config.caip2}: ${label} serves chain ${serves.chainNumber}, expected ${config.chainNumber}.`;
      return [wrong(`${what} Set an RPC URL of ${config.name}, or correct caip2.`)];
    }
    const head = heads[index];
    return head && common !== null ? headProblems(config, label, head, common) : [];
  });
}

/** The heads of the endpoints that serve this chain; null for the others. Never throws. */
async function readHeads(
  { chainNumber, blockTimeS }: EvmChainConfig,
  { endpoints }: Connection,
  reports: readonly EndpointReport[],
): Promise<readonly (EndpointHead | null)[]> {
  const numbers = reports.map(({ serves }) => (serves?.chainNumber === chainNumber ? serves.head : null));
  const known = numbers.filter((number) => number !== null);
  const isApart = Math.max(...known) - Math.min(...known) > lagMaxBlocks(blockTimeS);
  return Promise.all(
    numbers.map(async (number, index) => {
      if (number === null) return null;
      const timeS = isApart ? await endpoints[index]?.blockTimeS(number).catch(() => null) : null;
      return { number, isStale: isStale(timeS ?? null, blockTimeS, Date.now()) };
    }),
  );
}

function headProblems({ caip2, blockTimeS }: EvmChainConfig, label: string, head: EndpointHead, common: number) {
  switch (standingOf(head, common, lagMaxBlocks(blockTimeS))) {
    case "in_step":
      return [];
    case "behind":
      return [
        warning(`${caip2}: ${label} is ${common - head.number} blocks behind the others. Using the others instead.`),
      ];
    case "ahead":
      return [
        warning(`${caip2}: ${label} is ${head.number - common} blocks ahead of the others. Using the others instead.`),
      ];
  }
}

/** Reports the amount up to which a single provider is trusted. */
export function sourceProblems(config: EvmChainConfig): ChainProblem[] {
  const { caip2, secondSourceFrom } = config;
  if (secondSourceFrom === null || hasSecondSource(config)) return [];
  const what = `${caip2}: the only RPC provider is trusted with payments below ${secondSourceFrom} USD.`;
  const remedy = "Add an RPC URL of another provider, or raise secondSourceFrom.";
  return [warning(`${what} Larger ones are not offered. ${remedy}`)];
}
