// Compares a chain with its configuration: RPC URLs, contract code, tokens, the relayers' gas and the clock.
import { type Address, formatEther, formatGwei, type Hex } from "viem";
import type { EvmChainConfig } from "../config/config.ts";
import { routerInitCode } from "../config/deploy.ts";
import type { Connection } from "../nodes/client.ts";
import { unavailable } from "../nodes/errors.ts";
import { nextBaseFee } from "../nodes/fees.ts";
import { type ChainProblem, unreachable, warning, wrong } from "../nodes/problem.ts";
import { endpointProblems, readEndpoints, sourceProblems } from "./endpoints.ts";
import { featureProblems, gasModelProblems } from "./features.ts";
import { checkTokens } from "./tokens.ts";

/** A head this far ahead of our clock would shift deadlines by as much. */
const CLOCK_AHEAD_MAX_S = 30;
/** An older head means that the node has stopped or lags. */
const HEAD_AGE_MAX_S = 60;
/** The same limit in blocks, for slow chains. */
const HEAD_AGE_MAX_BLOCKS = 20;

/** @returns the problems found; never throws */
export async function checkChain(
  config: EvmChainConfig,
  connection: Connection,
  relayers: readonly Address[],
): Promise<readonly ChainProblem[]> {
  const endpoints = [
    ...(await endpointProblems(config, connection, await readEndpoints(config, connection))),
    ...sourceProblems(config),
  ];
  if (endpoints.some(({ kind }) => kind !== "warning")) return endpoints;
  const features = await featureProblems(config, connection);
  if (features.length > 0) return [...endpoints, ...features];
  try {
    const gasModel = await gasModelProblems(config, connection);
    if (gasModel.length > 0) return [...endpoints, ...gasModel];
    const contracts = [...(await checkContracts(config, connection)), ...(await checkFactories(config, connection))];
    const rest = [
      checkRelayers(config, connection, relayers),
      checkFeeCap(config, connection),
      checkClock(config, connection),
    ];
    // Reads of tokens need Multicall3.
    const tokens = contracts.length === 0 ? checkTokens(config, connection) : [];
    return [...endpoints, ...contracts, ...(await Promise.all([tokens, ...rest])).flat()];
  } catch (error) {
    return [...endpoints, unreachable(unavailable(config.caip2, error).message)];
  }
}

async function checkFactories({ caip2, walletFactories }: EvmChainConfig, { client }: Connection) {
  const codes = await Promise.all(walletFactories.map((address) => client.getCode({ address })));
  return walletFactories
    .filter((_, index) => !codes[index])
    .map((address) => noCode(caip2, "the wallet factory", address, "Remove it from walletFactories, or correct it."));
}

async function checkContracts(config: EvmChainConfig, { client }: Connection): Promise<ChainProblem[]> {
  const { caip2, router, permit2, multicall3 } = config;
  const [routerCode, permit2Code, multicall3Code, ourCode] = await Promise.all([
    client.getCode({ address: router }),
    client.getCode({ address: permit2 }),
    client.getCode({ address: multicall3 }),
    // The constructor returns the code that a deployment leaves, including Permit2's address.
    client.call({ data: routerInitCode(permit2) }).then(({ data }): Hex | undefined => data),
  ]);
  const problems: ChainProblem[] = [];
  if (!permit2Code) problems.push(noCode(caip2, "permit2", permit2, "Set the address of Permit2 on this chain."));
  if (!multicall3Code) {
    problems.push(noCode(caip2, "multicall3", multicall3, "Set the address of Multicall3 on this chain."));
  }
  if (!routerCode) {
    problems.push(noCode(caip2, "router", router, "Deploy it with `turnpike chain deploy`, or correct the address."));
  } else if (routerCode !== ourCode) {
    const what = `${caip2}: the code at router ${router} is not this version's PaymentRouter for permit2 ${permit2}.`;
    problems.push(wrong(`${what} Deploy this version with \`turnpike chain deploy\`, or correct the address.`));
  }
  return problems;
}

const noCode = (chain: string, setting: string, address: Address, remedy: string): ChainProblem =>
  wrong(`${chain}: there is no code at ${setting} ${address}. ${remedy}`);

/** Two senders of one account would use the same nonces. */
export function relayerTwice(
  { caip2, chainNumber }: Pick<EvmChainConfig, "caip2" | "chainNumber">,
  relayers: readonly Address[],
): ChainProblem | null {
  const twice = relayers.find((relayer, index) => relayers.indexOf(relayer) !== index);
  if (!twice) return null;
  const settings = `RELAYER_KEYS and RELAYER_SIGNERS (or those ending in _${chainNumber})`;
  return wrong(`${caip2}: ${settings} name the relayer ${twice} twice. Remove one of the two.`);
}

/** A relayer without gas gets a warning: it cannot send, but nothing else depends on it. */
async function checkRelayers(
  config: EvmChainConfig,
  { client }: Connection,
  relayers: readonly Address[],
): Promise<ChainProblem[]> {
  const { caip2 } = config;
  const twice = relayerTwice(config, relayers);
  if (twice) return [twice];
  const balances = await Promise.all(relayers.map((address) => client.getBalance({ address })));
  return relayers
    .filter((_, index) => balances[index] === 0n)
    .map((relayer) =>
      warning(`${caip2}: the relayer ${relayer} holds ${formatEther(0n)}, so it cannot pay gas. Send it native coin.`),
    );
}

/** A warning only: fees fall again, and then the relayers send. */
async function checkFeeCap({ caip2, maxFeePerGas }: EvmChainConfig, connection: Connection): Promise<ChainProblem[]> {
  const baseFee = await nextBaseFee(connection);
  if (maxFeePerGas >= baseFee) return [];
  const what = `${caip2}: maxFeePerGasGwei is ${formatGwei(maxFeePerGas)}, below the current ${formatGwei(baseFee)} gwei`;
  return [warning(`${what}, so no payment is relayed until fees fall. Raise maxFeePerGasGwei.`)];
}

async function checkClock({ caip2, blockTimeS }: EvmChainConfig, { client }: Connection): Promise<ChainProblem[]> {
  const { timestamp } = await client.getBlock({ blockTag: "latest" });
  const ageS = Date.now() / 1000 - Number(timestamp);
  if (ageS < -CLOCK_AHEAD_MAX_S) {
    const what = `${caip2}: the newest block is ${Math.round(-ageS)} s ahead of this machine's clock.`;
    return [{ ...warning(`${what} Synchronise the clock (NTP).`), about: "clock" }];
  }
  if (ageS <= Math.max(HEAD_AGE_MAX_S, HEAD_AGE_MAX_BLOCKS * blockTimeS)) return [];
  const what = `${caip2}: the newest block is ${Math.round(ageS)} s old, with a block expected every ${blockTimeS} s.`;
  const causes = "The node lags, the chain has stopped, or this machine's clock is ahead.";
  return [{ ...warning(`${what} ${causes}`), about: "clock" }];
}
