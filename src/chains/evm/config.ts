// Reads the chains file: what an operator wrote becomes what the rest of the server works with, or a list of what is wrong
// with it. Whether it is true is the chain's to say (boot.ts).
import { type Address, getAddress, isAddress, parseGwei } from "viem";
import { type ConfigIssue, formIssues } from "../../config-issues.ts";
import type { Asset } from "../../money/asset.ts";
import { evmChainNumber } from "../../money/caip.ts";
import type { ConfirmationPolicy } from "../../payment/finality.ts";
import { assetFormIssues, assetIssues, toAsset } from "./config-assets.ts";
import { expandPresets } from "./config-presets.ts";
import { type ChainEntry, ChainsSchema } from "./config-schema.ts";
import { MULTICALL3, PERMIT2 } from "./deploy.ts";

export type { ConfigIssue } from "../../config-issues.ts";
export type { ChainEntry } from "./config-schema.ts";

export interface EvmChainConfig {
  readonly caip2: string;
  readonly chainNumber: number;
  readonly name: string;
  readonly iconUrl?: string;
  /** No slash at its end. */
  readonly explorerUrl?: string;
  /** For buyers' wallets. */
  readonly publicRpcUrl?: string;
  readonly isTestNet: boolean;
  readonly rpcUrls: readonly string[];
  readonly router: Address;
  readonly permit2: Address;
  readonly multicall3: Address;
  readonly feeReceiver: Address;
  readonly treasury: Address | null;
  readonly confirmations: ConfirmationPolicy;
  readonly inclusionGraceS: number;
  readonly blockTimeS: number;
  /** Milliseconds between two reads of the head. */
  readonly pollMs: number;
  /** Most payments of one transaction, as far as the gas of one allows. */
  readonly batchMax: number;
  /** Wei; the relayer never offers more. */
  readonly maxFeePerGas: bigint;
  readonly assets: readonly Asset[];
  /** Factories whose wallets are deployed for their first payment, at the relayer's cost. */
  readonly walletFactories: readonly Address[];
}

const INCLUSION_GRACE_S = 120;
/** About 3 million gas: ten fit a block of 30 million with little left over, and larger ones are hardly cheaper. */
const BATCH_MAX = 50;
const POLL_MS_MIN = 100;
const POLL_MS_MAX = 1_000;

/** @param json the parsed chains file */
export function parseChains(
  json: unknown,
): { readonly chains: readonly EvmChainConfig[] } | { readonly issues: readonly ConfigIssue[] } {
  const expanded = expandPresets(json);
  if (expanded.issues.length > 0) return { issues: expanded.issues };
  const malformed = formIssues(ChainsSchema, expanded.json);
  if (malformed.length > 0) return { issues: malformed };
  const entries = expanded.json as ChainEntry[];
  const malformedAssets = entries.flatMap(({ assets }, index) =>
    assets.flatMap((asset, at) => assetFormIssues(asset, `${index}.assets.${at}`)),
  );
  if (malformedAssets.length > 0) return { issues: malformedAssets };
  const issues = [...entries.flatMap(chainIssues), ...repeated(entries, "caip2", "")];
  return issues.length > 0 ? { issues } : { chains: entries.map(toConfig) };
}

function toConfig(entry: ChainEntry): EvmChainConfig {
  return {
    caip2: entry.caip2,
    chainNumber: evmChainNumber(entry.caip2),
    name: entry.name,
    ...(entry.iconUrl === undefined ? {} : { iconUrl: entry.iconUrl }),
    ...(entry.explorerUrl === undefined ? {} : { explorerUrl: entry.explorerUrl.replace(/\/+$/, "") }),
    ...(entry.publicRpcUrl === undefined ? {} : { publicRpcUrl: entry.publicRpcUrl }),
    isTestNet: entry.testNet ?? false,
    rpcUrls: entry.rpcUrls,
    router: getAddress(entry.router),
    permit2: getAddress(entry.permit2 ?? PERMIT2),
    multicall3: getAddress(entry.multicall3 ?? MULTICALL3),
    feeReceiver: getAddress(entry.feeReceiver),
    treasury: entry.treasury === undefined ? null : getAddress(entry.treasury),
    confirmations: entry.confirmations.map(({ from, blocks }) => ({ fromStandardUnits: BigInt(from), blocks })),
    inclusionGraceS: entry.inclusionGraceS ?? INCLUSION_GRACE_S,
    blockTimeS: entry.blockTimeS,
    // Four looks per block see a new one early enough; a chain of slow blocks need not be asked more than once a second.
    pollMs: entry.pollMs ?? Math.min(Math.max(Math.round(entry.blockTimeS * 250), POLL_MS_MIN), POLL_MS_MAX),
    batchMax: entry.batchMax ?? BATCH_MAX,
    maxFeePerGas: parseGwei(entry.maxFeePerGasGwei),
    assets: entry.assets.map((asset) => toAsset(entry.caip2, asset)),
    walletFactories: (entry.walletFactories ?? []).map((factory) => getAddress(factory)),
  };
}

/** What the schema cannot say of a well-formed chain. */
function chainIssues(entry: ChainEntry, index: number): ConfigIssue[] {
  const addresses: [field: string, address: string | undefined][] = [
    ["router", entry.router],
    ["permit2", entry.permit2],
    ["multicall3", entry.multicall3],
    ["feeReceiver", entry.feeReceiver],
    ["treasury", entry.treasury],
    ...(entry.walletFactories ?? []).map((factory, at): [string, string] => [`walletFactories.${at}`, factory]),
    ...entry.assets.map((asset, at): [string, string | undefined] => [`assets.${at}.address`, addressIn(asset)]),
  ];
  const issues = addresses
    .filter(([, address]) => address !== undefined && !isChecksummed(address))
    .map(([field, address]) => ({
      field: `${index}.${field}`,
      message: `must be EIP-55 checksummed: is ${address}, of which one digit or letter's case is wrong`,
    }));
  return [
    ...issues,
    ...confirmationIssues(entry, index),
    ...entry.assets.flatMap((asset, at) => assetIssues(asset, `${index}.assets.${at}`)),
    ...repeated(
      entry.assets.map((asset) => ({ address: addressIn(asset) ?? "the chain's coin" })),
      "address",
      `${index}.assets.`,
    ),
    ...(parseGwei(entry.maxFeePerGasGwei) > 0n
      ? []
      : [{ field: `${index}.maxFeePerGasGwei`, message: "must be above 0" }]),
  ];
}

const addressIn = (asset: ChainEntry["assets"][number]): string | undefined =>
  asset.method === "native" ? undefined : asset.address;

/** All in one case carries no checksum, so there is none to be wrong. */
const isChecksummed = (address: string): boolean =>
  /^0x([0-9a-f]{40}|[0-9A-F]{40})$/.test(address) || isAddress(address, { strict: true });

function confirmationIssues({ confirmations }: ChainEntry, index: number): ConfigIssue[] {
  return confirmations.flatMap(({ from }, at) => {
    const field = `${index}.confirmations.${at}.from`;
    const before = confirmations[at - 1];
    if (!before) return from === "0" ? [] : [{ field, message: 'must be "0": the first step is for every amount' }];
    return BigInt(from) > BigInt(before.from)
      ? []
      : [{ field, message: `must be above the step before it, which is ${before.from}` }];
  });
}

function repeated<Key extends string>(
  entries: readonly { readonly [key in Key]: string }[],
  key: Key,
  path: string,
): ConfigIssue[] {
  const seen = new Map<string, number>();
  return entries.flatMap((entry, index) => {
    const value = entry[key].toLowerCase();
    const first = seen.get(value);
    if (first === undefined) {
      seen.set(value, index);
      return [];
    }
    return [{ field: `${path}${index}.${key}`, message: `must be given once: ${path}${first}.${key} is the same` }];
  });
}
