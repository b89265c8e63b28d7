// What can be said about a chain's settings without asking the chain.
import { relayerTwice } from "../../chains/evm/boot/boot.ts";
import { sourceProblems } from "../../chains/evm/boot/endpoints.ts";
import type { EvmChainConfig } from "../../chains/evm/config/config.ts";
import { type RelayerKey, relayerAddress } from "../../chains/evm/relay/relayer-account.ts";
import type { Finding } from "../output/findings.ts";

/** @param relayerKeys null in an API, which has none */
export const offlineFindings = (chain: EvmChainConfig, relayerKeys: readonly RelayerKey[] | null): Finding[] => [
  ...sourceProblems(chain).map(({ message }) => ({ part: chain.caip2, state: "warning" as const, message })),
  ...graceFindings(chain),
  ...(relayerKeys === null ? [] : [...relayerFindings(chain, relayerKeys), ...twiceFindings(chain, relayerKeys)]),
];

export function relayerFindings({ caip2, chainNumber }: EvmChainConfig, relayerKeys: readonly RelayerKey[]): Finding[] {
  if (relayerKeys.length > 0) return [];
  const settings = `neither RELAYER_KEYS nor RELAYER_KEYS_${chainNumber} is set`;
  return [{ part: caip2, state: "warning", message: `${settings}: options paid by a signature are not offered` }];
}

function twiceFindings(chain: EvmChainConfig, relayerKeys: readonly RelayerKey[]): Finding[] {
  const twice = relayerTwice(chain, relayerKeys.map(relayerAddress));
  return twice === null ? [] : [{ part: chain.caip2, state: "problem", message: twice.message }];
}

/** A quote at a market rate can be paid for this long after it has expired. */
const INCLUSION_GRACE_S_WARN = 900;

export function graceFindings({ caip2, inclusionGraceS }: EvmChainConfig): Finding[] {
  if (inclusionGraceS <= INCLUSION_GRACE_S_WARN) return [];
  const message =
    `inclusionGraceS is ${inclusionGraceS}: a buyer can hold back a payment at an old rate for that long. ` +
    `Set at most ${INCLUSION_GRACE_S_WARN}`;
  return [{ part: caip2, state: "warning", message }];
}
