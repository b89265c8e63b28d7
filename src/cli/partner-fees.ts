// turnpike partner fees: what the operator takes of a partner's payments. A change is another policy behind the ones before
// it; payments that exist keep theirs.
import { Command, Option } from "commander";
import { getAddress, isAddress, zeroAddress } from "viem";
import { readConfig } from "../config.ts";
import { FIAT_DIGITS_MAX, formatFiat, parseStandardUnits } from "../money/amount.ts";
import { isChainId } from "../money/caip.ts";
import { findCurrency } from "../money/fiat.ts";
import { ANY_CHAIN, type FeePolicy, feePercentage, parseFeePercentage, percentagePolicy } from "../payment/fee.ts";
import type { StoredFeePolicy } from "../store/fee-policies.ts";
import { withStore } from "./installation.ts";
import { CommandError, type OutputOptions, print } from "./output.ts";

interface FeesOptions extends OutputOptions {
  readonly percentage?: string;
  readonly fixed?: readonly string[];
  readonly minimum?: readonly string[];
  readonly receiver?: readonly string[];
  readonly history?: boolean;
}

/** One option given several times, or with several values. */
const several = (flags: string, description: string): Option => new Option(`${flags} <entries...>`, description);

export const partnerFeesCommand = (): Command =>
  new Command("fees")
    .description("show or change what is taken of a partner's payments, from its next payment on")
    .argument("<partner>", "its id")
    .option("--percentage <percentage>", "of each payment, for example 0.4")
    .addOption(several("--fixed", "per payment in a currency, for example USD=0.30 (USD=0: none)"))
    .addOption(
      several("--minimum", "smallest payment in a currency, for example USD=1.00 (USD=0: what covers the fees)"),
    )
    .addOption(
      several("--receiver", "who gets the fees: an address, or one chain's as eip155:8453=0x… (none: the chain's)"),
    )
    .option("--history", "show the earlier ones as well")
    .option("--json", "print JSON")
    .action(fees);

async function fees(partnerId: string, options: FeesOptions): Promise<void> {
  const config = readConfig();
  const standard = percentagePolicy(config.feePpm);
  const history = await withStore(config, async (store) => {
    const before = await store.feePolicies.history(partnerId);
    const next = before && changed(before[0]?.policy ?? standard, options);
    if (!next) return before;
    const stored = await store.feePolicies.append(partnerId, next);
    return stored && [stored, ...before];
  });
  if (!history) throw new CommandError(`there is no partner ${partnerId}`);
  const [current = { policy: standard, since: null }] = history;
  const shown = { partnerId, ...toJson(current) };
  if (options.history) print(options, { ...shown, history: history.map(toJson) }, history.flatMap(toLines));
  else print(options, shown, toLines(current));
}

type ShownPolicy = Omit<StoredFeePolicy, "since"> & { readonly since: Date | null };

/** Null where nothing is to be changed. @throws CommandError */
function changed(policy: FeePolicy, { percentage, fixed, minimum, receiver }: FeesOptions): FeePolicy | null {
  if ([percentage, fixed, minimum, receiver].every((option) => option === undefined)) return null;
  return {
    ...policy,
    ppm: percentage === undefined ? policy.ppm : ppmOf(percentage),
    fixed: withAmounts(policy.fixed, "--fixed", fixed ?? []),
    minimum: withAmounts(policy.minimum, "--minimum", minimum ?? []),
    receivers: withReceivers(policy.receivers, receiver ?? []),
  };
}

function ppmOf(text: string): bigint {
  const ppm = parseFeePercentage(text);
  if (ppm === null) throw new CommandError("--percentage must be below 100 with at most 4 decimals, for example 0.4");
  return ppm;
}

function withAmounts(
  amounts: ReadonlyMap<string, bigint>,
  option: string,
  entries: readonly string[],
): ReadonlyMap<string, bigint> {
  const next = new Map(amounts);
  for (const entry of entries) {
    const [code = "", text = ""] = entry.split("=");
    const currency = findCurrency(code);
    const value = currency && parseStandardUnits(text, currency.decimals, FIAT_DIGITS_MAX);
    if (!currency || value === null) {
      throw new CommandError(`${option} must be a currency and an amount of it, for example USD=0.30: is ${entry}`);
    }
    if (value === 0n) next.delete(currency.code);
    else next.set(currency.code, value);
  }
  return next;
}

function withReceivers(
  receivers: ReadonlyMap<string, string>,
  entries: readonly string[],
): ReadonlyMap<string, string> {
  const next = new Map(receivers);
  for (const entry of entries) {
    const [chain, address] = entry.includes("=") ? entry.split("=") : [ANY_CHAIN, entry];
    if (chain !== ANY_CHAIN && !isChainId(chain ?? "")) {
      throw new CommandError(`--receiver must name a chain as CAIP-2, for example eip155:8453=0x…: is ${entry}`);
    }
    if (address === "none") next.delete(chain ?? "");
    else next.set(chain ?? "", receiverOf(address ?? ""));
  }
  return next;
}

/** A typing error would send the fees nowhere, so the checksum is asked for. */
function receiverOf(text: string): string {
  if (!isAddress(text, { strict: true }) || getAddress(text) === zeroAddress) {
    throw new CommandError(
      `--receiver must be an address with its EIP-55 checksum, and not the zero address: is ${text}`,
    );
  }
  return getAddress(text);
}

const amountsToJson = (amounts: ReadonlyMap<string, bigint>) =>
  Object.fromEntries([...amounts].map(([currency, value]) => [currency, value.toString()]));

const toJson = ({ policy, since }: ShownPolicy) => ({
  percentage: feePercentage(policy.ppm),
  fixed: amountsToJson(policy.fixed),
  minimum: amountsToJson(policy.minimum),
  receivers: Object.fromEntries(policy.receivers),
  /** Null: the installation's own. */
  since,
});

function toLines({ policy, since }: ShownPolicy): string[] {
  const amounts = (map: ReadonlyMap<string, bigint>) =>
    [...map].map(([currency, value]) => formatFiat({ currency, value })).join(", ");
  const receivers = [...policy.receivers].map(([chain, address]) =>
    chain === ANY_CHAIN ? address : `${chain} ${address}`,
  );
  return [
    since
      ? `Since ${since.toISOString()}`
      : "Of the installation (FEE_PERCENTAGE); this partner has no fees of its own",
    `  percentage  ${feePercentage(policy.ppm)} %`,
    `  fixed       ${amounts(policy.fixed) || "none"}`,
    `  minimum     ${amounts(policy.minimum) || "what covers the fees"}`,
    `  receiver    ${receivers.join(", ") || "the chain's fee receiver"}`,
  ];
}
