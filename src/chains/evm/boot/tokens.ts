// Checks the configured tokens against the chain: wrong decimals would mean wrong prices, and a wrong EIP-712 domain
// unusable signatures. Native coins need no check.
import {
  decodeFunctionResult,
  domainSeparator,
  encodeFunctionData,
  type Hex,
  parseAbi,
  zeroAddress,
  zeroHash,
} from "viem";
import type { Asset, AuthorizedToken } from "../../../money/asset.ts";
import type { EvmChainConfig } from "../config/config.ts";
import type { Connection } from "../nodes/client.ts";
import { multicall, type SubResult } from "../nodes/multicall.ts";
import { type ChainProblem, warning, wrong } from "../nodes/problem.ts";

const TOKEN = parseAbi([
  "function decimals() view returns (uint8)",
  "function symbol() view returns (string)",
  "function name() view returns (string)",
  "function version() view returns (string)",
  "function DOMAIN_SEPARATOR() view returns (bytes32)",
  "function authorizationState(address authorizer, bytes32 nonce) view returns (bool)",
  "function allowance(address owner, address spender) view returns (uint256)",
]);

const READS = ["decimals", "symbol", "name", "version", "DOMAIN_SEPARATOR"] as const;
type Read = (typeof READS)[number];

const CALLS: readonly Hex[] = [
  ...READS.map((functionName) => encodeFunctionData({ abi: TOKEN, functionName })),
  encodeFunctionData({ abi: TOKEN, functionName: "authorizationState", args: [zeroAddress, zeroHash] }),
  encodeFunctionData({ abi: TOKEN, functionName: "allowance", args: [zeroAddress, zeroAddress] }),
];

/** Throws if the chain does not respond. */
export async function checkTokens(config: EvmChainConfig, connection: Connection): Promise<ChainProblem[]> {
  const tokens = config.assets.filter(({ method }) => method !== "native");
  const problems = await Promise.all(tokens.map((asset) => checkToken(config, connection, asset)));
  return problems.flat();
}

async function checkToken(config: EvmChainConfig, connection: Connection, asset: Asset): Promise<ChainProblem[]> {
  const { address } = asset;
  const [code, results] = await Promise.all([
    connection.client.getCode({ address }),
    multicall(
      connection,
      config.multicall3,
      CALLS.map((callData) => ({ target: address, callData })),
    ),
  ]);
  const about = `${config.caip2}: the token ${asset.symbol} (${address})`;
  if (!code) return [wrong(`${about} has no code. Correct its address.`)];
  const found = (read: Read): string | null => decoded(read, results[READS.indexOf(read)]);
  const expected = { decimals: String(asset.decimals), symbol: asset.symbol };
  const problems: ChainProblem[] = [];
  for (const read of ["decimals", "symbol"] as const) {
    if (found(read) === expected[read]) continue;
    const what = `${about} has ${read} ${found(read) ?? "(unreadable)"}, expected ${expected[read]}.`;
    // An issuer may rename its token at any time, and no amount depends on the name.
    const problem = read === "symbol" ? warning : wrong;
    problems.push(problem(`${what} Correct ${read} in the chains file, or the address.`));
  }
  const [authorizationState, allowance] = results.slice(READS.length);
  if (asset.method === "eip3009") {
    return [...problems, ...eip3009Problems(config, asset, about, found, authorizationState)];
  }
  if (!isWord(allowance)) {
    problems.push(wrong(`${about} has no allowance function, so it is not an ERC-20 token. Correct its address.`));
  }
  return problems;
}

function eip3009Problems(
  config: EvmChainConfig,
  asset: AuthorizedToken,
  about: string,
  found: (read: Read) => string | null,
  authorizationState: SubResult | undefined,
): ChainProblem[] {
  const problems: ChainProblem[] = [];
  if (found("DOMAIN_SEPARATOR") !== separatorOf(config, asset)) {
    const { name, version } = asset.domain;
    const what = `${about} has a different EIP-712 domain than name "${name}", version "${version}".`;
    const hint = `The token reports name "${found("name") ?? ""}", version "${found("version") ?? ""}".`;
    problems.push(wrong(`${what} ${hint} Correct domain in the chains file.`));
  }
  if (!isWord(authorizationState)) {
    problems.push(wrong(`${about} has no EIP-3009 authorizationState. Set method to "permit2" or "erc20".`));
  }
  return problems;
}

function separatorOf({ chainNumber }: EvmChainConfig, { address, domain }: AuthorizedToken): Hex {
  return domainSeparator({ domain: { ...domain, chainId: chainNumber, verifyingContract: address } });
}

/** Null if the token lacks the function or returns another type. */
function decoded(functionName: Read, result: SubResult | undefined): string | null {
  if (!result?.success) return null;
  try {
    return String(decodeFunctionResult({ abi: TOKEN, functionName, data: result.returnData }));
  } catch {
    return null; // the caller reports the expected value
  }
}

const WORD_HEX_LENGTH = 2 + 64;
const isWord = (result: SubResult | undefined): boolean =>
  result?.success === true && result.returnData.length === WORD_HEX_LENGTH;
