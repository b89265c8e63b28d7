// Checks that each RPC URL supports the requests that decide about money, before such a request fails in operation.
import { type Address, type Hex, zeroAddress } from "viem";
import type { EvmChainConfig } from "../config/config.ts";
import type { Connection } from "../nodes/client.ts";
import type { Endpoint } from "../nodes/endpoint.ts";
import { endpointFailureIn } from "../nodes/errors.ts";
import { type ChainProblem, wrong } from "../nodes/problem.ts";
import { PAID_TOPIC } from "../router/paid-event.ts";

interface Feature {
  readonly name: string;
  readonly method: string;
  readonly params: readonly unknown[];
}

function featuresOf({ router, confirmations }: EvmChainConfig, blockHash: Hex): readonly Feature[] {
  const tags = new Set(confirmations.flatMap(({ finality }) => finality ?? []));
  return [
    {
      name: "eth_call with a blockHash (EIP-1898)",
      method: "eth_call",
      params: [{ to: zeroAddress, data: "0x" }, { blockHash }],
    },
    {
      name: "eth_getTransactionCount with a blockHash (EIP-1898)",
      method: "eth_getTransactionCount",
      params: [zeroAddress, { blockHash }],
    },
    {
      name: "eth_getLogs with a blockHash (EIP-234)",
      method: "eth_getLogs",
      params: [{ address: router, topics: [PAID_TOPIC], blockHash }],
    },
    { name: "eth_call without a recipient", method: "eth_call", params: [{ data: "0x" }, "latest"] },
    {
      name: "eth_estimateGas",
      method: "eth_estimateGas",
      params: [{ from: zeroAddress, to: zeroAddress, data: "0x" }],
    },
    { name: "eth_feeHistory", method: "eth_feeHistory", params: ["0x1", "latest", []] },
    ...[...tags].map((tag) => ({
      name: `the block tag "${tag}"`,
      method: "eth_getBlockByNumber",
      params: [tag, false],
    })),
  ];
}

/** @returns one problem per endpoint and missing feature; none for endpoints that do not respond. Never throws. */
export async function featureProblems(
  config: EvmChainConfig,
  { endpoints }: Connection,
): Promise<readonly ChainProblem[]> {
  const problems = await Promise.all(endpoints.map((endpoint) => problemsOf(config, endpoint)));
  return problems.flat();
}

async function problemsOf(config: EvmChainConfig, endpoint: Endpoint): Promise<readonly ChainProblem[]> {
  const method = "eth_getBlockByNumber";
  const latest = (await endpoint.request(method, ["latest", false]).catch(() => null)) as { hash?: Hex } | null;
  const { hash } = latest ?? {};
  if (hash === undefined) return [];
  const problems = await Promise.all(
    featuresOf(config, hash).map(async (feature) => ({ feature, refusal: await refusalOf(endpoint, feature) })),
  );
  return problems.flatMap(({ feature, refusal }) => {
    if (refusal === null) return [];
    const what = `${config.caip2}: ${endpoint.label} does not support ${feature.name}: it answered "${refusal}".`;
    return [wrong(`${what} Use an RPC URL of a node that does.`)];
  });
}

/** JSON-RPC 2.0, section 5.1: invalid request, method not found, invalid params. */
const NOT_SUPPORTED_CODES: ReadonlySet<number> = new Set([-32_600, -32_601, -32_602]);
const NOT_SUPPORTED = /not (supported|available|implemented)|unsupported|cannot unmarshal|invalid (argument|block)/i;

/** The node's message if it does not know the feature; null if it does, or failed for another reason. */
async function refusalOf(endpoint: Endpoint, { method, params }: Feature): Promise<string | null> {
  try {
    await endpoint.request(method, params);
    return null;
  } catch (error) {
    const answer = endpointFailureIn(error)?.answer;
    const isMissing = answer && (NOT_SUPPORTED_CODES.has(answer.code) || NOT_SUPPORTED.test(answer.message));
    return isMissing ? answer.message : null;
  }
}

/** Precompiled contract that every Arbitrum Nitro chain has (docs.arbitrum.io, "precompiles"). */
const ARB_SYS: Address = "0x0000000000000000000000000000000000000064";

/** Refuses Nitro chains: there, a gas limit must also pay for the data on Ethereum, and ours does not. */
export async function gasModelProblems({ caip2 }: EvmChainConfig, { client }: Connection): Promise<ChainProblem[]> {
  if (!(await client.getCode({ address: ARB_SYS }))) return [];
  const what = `${caip2}: the chain runs Arbitrum Nitro, where a gas limit must include the data's cost on Ethereum.`;
  return [wrong(`${what} Turnpike does not support that. Remove the chain from the chains file.`)];
}
