// The options of `turnpike partner fees`: each changes its part of a policy and leaves the others.
import { type Address, getAddress, isAddress, zeroAddress } from "viem";
import { isChainId } from "../../money/caip.ts";
import { ANY_CHAIN, type FeePolicy, parseFeePercentage } from "../../payment/fee.ts";
import { currencyAmount } from "../output/option-values.ts";
import { CommandError } from "../output/output.ts";

export interface FeeOptions {
  readonly percentage?: string;
  readonly fixed?: readonly string[];
  readonly minimum?: readonly string[];
  readonly receiver?: readonly string[];
}

interface FeeChain {
  readonly caip2: string;
  readonly router: Address;
}

/**
 * @param chains of this installation; their routers must not receive fees, because fees sent there could never be
 * withdrawn
 * @returns null if nothing changes
 * @throws CommandError
 */
export function changedFees(policy: FeePolicy, options: FeeOptions, chains: readonly FeeChain[]): FeePolicy | null {
  const { percentage, fixed, minimum, receiver } = options;
  if ([percentage, fixed, minimum, receiver].every((option) => option === undefined)) return null;
  return {
    ...policy,
    ppm: percentage === undefined ? policy.ppm : ppmOf(percentage),
    fixed: withAmounts(policy.fixed, "--fixed", fixed ?? []),
    minimum: withAmounts(policy.minimum, "--minimum", minimum ?? []),
    receivers: withReceivers(policy.receivers, receiver ?? [], chains),
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
    const [currency, value] = currencyAmount(option, entry);
    if (value === 0n) next.delete(currency);
    else next.set(currency, value);
  }
  return next;
}

function withReceivers(
  receivers: ReadonlyMap<string, string>,
  entries: readonly string[],
  chains: readonly FeeChain[],
): ReadonlyMap<string, string> {
  const next = new Map(receivers);
  const routers = chains.map(({ router }) => router);
  for (const entry of entries) {
    const [chain = "", text = ""] = entry.includes("=") ? entry.split("=") : [ANY_CHAIN, entry];
    if (chain !== ANY_CHAIN && !isChainId(chain)) {
      throw new CommandError(`--receiver must name a chain as CAIP-2, for example eip155:8453=0x…, not ${entry}`);
    }
    if (text === "none")
      next.delete(chain); // a chain that is no longer configured can be removed as well
    else if (chain !== ANY_CHAIN && !chains.some(({ caip2 }) => caip2 === chain)) throw notConfigured(chain, chains);
    else next.set(chain, receiverOf(text, routers));
  }
  return next;
}

function notConfigured(chain: string, chains: readonly FeeChain[]): CommandError {
  const known = chains.map(({ caip2 }) => caip2).join(", ");
  const choice = known === "" ? "no chain is: see CHAINS_FILE" : `it must be one of ${known}`;
  return new CommandError(`--receiver names ${chain}, which is not configured; ${choice}`);
}

function receiverOf(text: string, routers: readonly Address[]): Address {
  if (!isAddress(text, { strict: true })) {
    throw new CommandError(`--receiver must be an address (with its EIP-55 checksum, if in mixed case), not ${text}`);
  }
  const address = getAddress(text);
  if (address === zeroAddress) throw new CommandError("--receiver must not be the zero address");
  if (routers.includes(address)) throw new CommandError("--receiver must not be the payment router");
  return address;
}
