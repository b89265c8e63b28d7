// Finds out how many blocks of logs each RPC URL returns at once. A worker that was away reads the blocks that it
// missed in such ranges.
import { numberToHex } from "viem";
import type { EvmChainConfig } from "../config/config.ts";
import type { Connection } from "../nodes/client.ts";
import type { Endpoint } from "../nodes/endpoint.ts";
import { endpointFailureIn } from "../nodes/errors.ts";
import { LOG_RANGE_MAX, narrowed } from "../nodes/log-range.ts";
import { PAID_TOPIC } from "../router/paid-event.ts";

export interface LogRangeReport {
  /** A name that hides the host, for example "rpc 1 of 2". */
  readonly label: string;
  readonly wanted: number;
  /** The blocks of the largest range that it returned; 0 if it returned not even one. */
  readonly served: number;
  /** Why it did not return the next larger range; null if it returned all. */
  readonly failure: string | null;
}

/** @returns one report per RPC URL that responds, in order; never throws */
export async function readLogRanges(
  { router }: Pick<EvmChainConfig, "router">,
  { endpoints }: Connection,
): Promise<readonly LogRangeReport[]> {
  const reports = await Promise.all(endpoints.map((endpoint) => reportOf(endpoint, { address: router })));
  return reports.filter((report) => report !== null);
}

async function reportOf(endpoint: Endpoint, filter: { readonly address: string }): Promise<LogRangeReport | null> {
  const { label } = endpoint;
  const head = await endpoint.headNumber().catch(() => null);
  if (head === null) return null;
  const wanted = Math.min(LOG_RANGE_MAX, head + 1);
  let failure: string | null = null;
  for (let blocks = wanted; ; blocks = narrowed(blocks)) {
    const where = { fromBlock: numberToHex(head - blocks + 1), toBlock: numberToHex(head) };
    try {
      await endpoint.request("eth_getLogs", [{ ...filter, topics: [PAID_TOPIC], ...where }]);
      return { label, wanted, served: blocks, failure };
    } catch (error) {
      failure = endpointFailureIn(error)?.message ?? "failed";
    }
    if (blocks === 1) return { label, wanted, served: 0, failure };
  }
}
