// Parses and validates the chains file. boot.ts compares it with the chain itself.

import { type Address, getAddress, isAddress, parseGwei, parseUnits, zeroAddress } from "viem";
import type { Asset } from "../../../money/asset.ts";
import { evmChainNumber } from "../../../money/caip.ts";
import type { ConfirmationPolicy } from "../../../payment/transfers/finality.ts";
import { type ConfigIssue, formIssues } from "../../../settings/config-issues.ts";
import { assetIssues, assetSchemaIssues, toAsset } from "./assets.ts";
import { MULTICALL3, PERMIT2 } from "./deploy.ts";
import { expandPresets } from "./presets.ts";
import { type ChainEntry, ChainsSchema } from "./schema.ts";
import { testNetIssues } from "./test-nets.ts";

export type { ConfigIssue } from "../../../settings/config-issues.ts";
export type { ChainEntry } from "./schema.ts";

export interface EvmChainConfig {
  readonly caip2: string;
  readonly chainNumber: number;
  readonly name: string;
  readonly iconUrl?: string;
  /** No trailing slash. */
  readonly explorerUrl?: string;
  /** Shown to buyers' wallets. */
  readonly publicRpcUrl?: string;
  readonly isTestNet: boolean;
  readonly rpcUrls: readonly string[];
  readonly router: Address;
  readonly permit2: Address;
  readonly multicall3: Address;
  readonly feeReceiver: Address;
  readonly treasury: Address | null;
  readonly confirmations: ConfirmationPolicy;
  /** Whole US dollars from which a second provider must show the transfer; null: one provider is enough. */
  readonly secondSourceFrom: bigint | null;
  readonly inclusionGraceS: number;
  /** If the newest followed block is older, the chain's options are not offered. */
  readonly headAgeMaxS: number;
  readonly blockTimeS: number;
  /** Maximum milliseconds between reads of the head while something is in flight. */
  readonly pollMs: number;
  /** Maximum payments per transaction, subject to its gas limit. */
  readonly batchMax: number;
  /** Wei; the relayer never bids more. */
  readonly maxFeePerGas: bigint;
  /** Maximum sum of the gas limits of one relayer's batches in 24 hours; null: unlimited. */
  readonly relayerGasPerDay: bigint | null;
  /** Maximum gas that unproven code of payers may waste in 24 hours, on all relayers together. */
  readonly walletGasPerDay: bigint;
  /** Maximum sum of the gas limits of recoveries from deposit addresses in 24 hours, on all relayers together. */
  readonly recoveryGasPerDay: bigint;
  readonly assets: readonly Asset[];
  /** Factories whose wallets are deployed with their first payment, at the relayer's cost. */
  readonly walletFactories: readonly Address[];
}

const INCLUSION_GRACE_S = 120;
/** US dollars. */
const SECOND_SOURCE_FROM = 1_000n;
/** About 3 million gas: ten such batches fit a block of 30 million, and larger ones are hardly cheaper. */
const BATCH_MAX = 50;
/** Ten hostile wallets then cost less than 2 million gas, with the payments between them. */
const WALLET_GAS_PER_DAY = 1_500_000;
/** About 200 recoveries. */
const RECOVERY_GAS_PER_DAY = 30_000_000;
const HEAD_AGE_MAX_S = 120;
const HEAD_AGE_MAX_BLOCKS = 20;
const POLL_MS_MIN = 250;
const POLL_MS_MAX = 1_000;

export type ParsedChains =
  | { readonly kind: "ok"; readonly chains: readonly EvmChainConfig[] }
  | { readonly kind: "invalid"; readonly issues: readonly ConfigIssue[] };

/** @param json the parsed chains file */
export function parseChains(json: unknown): ParsedChains {
  const expanded = expandPresets(json);
  if (expanded.issues.length > 0) return invalid(expanded.issues);
  const malformed = formIssues(ChainsSchema, expanded.json);
  if (malformed.length > 0) return invalid(malformed);
  const entries = expanded.json as ChainEntry[];
  const malformedAssets = entries.flatMap(({ assets }, index) =>
    assets.flatMap((asset, at) => assetSchemaIssues(asset, `${index}.assets.${at}`)),
  );
  if (malformedAssets.length > 0) return invalid(malformedAssets);
  const issues = [...entries.flatMap(chainIssues), ...repeated(entries, "caip2", ""), ...testNetIssues(entries)];
  return issues.length > 0 ? invalid(issues) : { kind: "ok", chains: entries.map(toConfig) };
}

const invalid = (issues: readonly ConfigIssue[]): ParsedChains => ({ kind: "invalid", issues });

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
    confirmations: entry.confirmations.map(({ from, ...rest }) => ({ fromStandardUnits: BigInt(from), ...rest })),
    secondSourceFrom: secondSourceFrom(entry),
    inclusionGraceS: entry.inclusionGraceS ?? INCLUSION_GRACE_S,
    headAgeMaxS: entry.headAgeMaxS ?? Math.ceil(Math.max(HEAD_AGE_MAX_S, HEAD_AGE_MAX_BLOCKS * entry.blockTimeS)),
    blockTimeS: entry.blockTimeS,
    // Four reads per block detect a new block early; slow chains are read once a second.
    pollMs: entry.pollMs ?? Math.min(Math.max(Math.round(entry.blockTimeS * 250), POLL_MS_MIN), POLL_MS_MAX),
    batchMax: entry.batchMax ?? BATCH_MAX,
    maxFeePerGas: parseGwei(entry.maxFeePerGasGwei),
    relayerGasPerDay: entry.relayerGasPerDay === undefined ? null : BigInt(entry.relayerGasPerDay),
    walletGasPerDay: BigInt(entry.walletGasPerDay ?? WALLET_GAS_PER_DAY),
    recoveryGasPerDay: BigInt(entry.recoveryGasPerDay ?? RECOVERY_GAS_PER_DAY),
    assets: entry.assets.map((asset) => withMinimums(toAsset(entry.caip2, asset), entry)),
    walletFactories: (entry.walletFactories ?? []).map((factory) => getAddress(factory)),
  };
}

const MINIMUMS = ["minimum", "depositMinimum"] as const;

function withMinimums(asset: Asset, entry: ChainEntry): Asset {
  const given = MINIMUMS.flatMap((name) => {
    const least = entry[name]?.[asset.symbol];
    return least === undefined ? [] : [[name, parseUnits(least, asset.decimals)] as const];
  });
  return { ...asset, ...Object.fromEntries(given) };
}

const minimumIssues = (entry: ChainEntry, index: number): ConfigIssue[] =>
  MINIMUMS.flatMap((name) =>
    Object.entries(entry[name] ?? {}).flatMap(([symbol, least]) => {
      const asset = entry.assets.find((each) => each.symbol === symbol);
      const message = asset
        ? minimumFault(name, least, asset.decimals)
        : "must be the symbol of one of the chain's assets";
      return message === null ? [] : [{ field: `${index}.${name}.${symbol}`, message }];
    }),
  );

function minimumFault(name: (typeof MINIMUMS)[number], least: string, decimals: number): string | null {
  if ((least.split(".")[1]?.length ?? 0) > decimals) return `must have at most ${decimals} decimals`;
  // An address that holds nothing would hold enough to be recovered, again and again.
  return name === "depositMinimum" && parseUnits(least, decimals) === 0n ? "must be more than 0" : null;
}

/** Whether the RPC URLs are of at least two providers. */
export const hasSecondSource = ({ rpcUrls }: Pick<EvmChainConfig, "rpcUrls">): boolean =>
  new Set(rpcUrls.map((url) => new URL(url).host)).size > 1;

/** Test nets hold no value, so one source is enough for any amount. */
const secondSourceFrom = ({ secondSourceFrom: from, testNet }: ChainEntry): bigint | null => {
  if (from !== undefined) return BigInt(from);
  return testNet ? null : SECOND_SOURCE_FROM;
};

/** Checks that the schema cannot express. */
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
      message: `must be EIP-55 checksummed: ${address} has a wrong digit or letter case`,
    }));
  return [
    ...issues,
    ...receiverIssues(entry, index),
    ...confirmationIssues(entry, index),
    ...minimumIssues(entry, index),
    ...entry.assets.flatMap((asset, at) => assetIssues(asset, `${index}.assets.${at}`)),
    ...repeated(
      entry.assets.map((asset) => ({ address: addressIn(asset) ?? "native coin" })),
      "address",
      `${index}.assets.`,
    ),
    ...(parseGwei(entry.maxFeePerGasGwei) > 0n
      ? []
      : [{ field: `${index}.maxFeePerGasGwei`, message: "must be above 0" }]),
  ];
}

/** Receivers with which every payment would fail, or from which no money could be taken out again. */
function receiverIssues(entry: ChainEntry, index: number): ConfigIssue[] {
  const contracts = new Map([
    [zeroAddress, "must be an account of yours, not the zero address"],
    ...[
      ["router", entry.router],
      ["permit2", entry.permit2 ?? PERMIT2],
      ["multicall3", entry.multicall3 ?? MULTICALL3],
      ...entry.assets.map((asset, at) => [`assets.${at}.address`, addressIn(asset) ?? ""]),
    ].map(([field, address = ""]) => [address.toLowerCase(), `must be an account of yours, not ${field}`] as const),
  ]);
  return [["feeReceiver", entry.feeReceiver] as const, ["treasury", entry.treasury] as const].flatMap(
    ([name, address]) => {
      const message = address === undefined ? undefined : contracts.get(address.toLowerCase());
      return message === undefined ? [] : [{ field: `${index}.${name}`, message }];
    },
  );
}

const addressIn = (asset: ChainEntry["assets"][number]): string | undefined =>
  asset.method === "native" ? undefined : asset.address;

/** An address in a single case carries no checksum. `isAddress` accepts such an address only in lower case. */
const isChecksummed = (address: string): boolean => /^0x[0-9A-F]{40}$/.test(address) || isAddress(address);

function confirmationIssues({ confirmations }: ChainEntry, index: number): ConfigIssue[] {
  return confirmations.flatMap(({ from }, at) => {
    const field = `${index}.confirmations.${at}.from`;
    const before = confirmations[at - 1];
    if (!before) return from === "0" ? [] : [{ field, message: 'must be "0": the first step applies to every amount' }];
    return BigInt(from) > BigInt(before.from)
      ? []
      : [{ field, message: `must be above the previous step, ${before.from}` }];
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
    return [{ field: `${path}${index}.${key}`, message: `duplicates ${path}${first}.${key}` }];
  });
}
