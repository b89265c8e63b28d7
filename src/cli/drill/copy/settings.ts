// The settings of the copy: those of the installation, without what would let the copy act for it. It has no relayer's
// key, sends no mail and no traces, and knows no database but its own.
import { generatePrivateKey } from "viem/accounts";
import type { EvmChainConfig } from "../../../chains/evm/config/config.ts";
import { isSettingFile } from "../../../settings/files.ts";
import { NAMES } from "../../../settings/settings.ts";

/** What lets a process act outside, what leads to the installation's database, and what each process sets itself. */
const LEFT_OUT =
  /^(DATABASE_.*|TURNPIKE_.*|RPC_URL_.*|RELAYER_(KEYS|SIGNERS).*|DEMO_BUYER_KEYS.*|SMTP_URL|MAIL_FROM|OTEL_.*|METRICS_.*|PORT|HOST|CRASH_POINT|DRAIN_DELAY_S|HELD_REQUESTS_PER_ADDRESS|RATE_LIMITS|LOG_LEVEL)$/;

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * @param given the installation's settings, with the values from files
 * @param nodes the proxies' URLs by chain number
 */
export function settingsOfCopy(
  given: Environment,
  chains: readonly EvmChainConfig[],
  nodes: ReadonlyMap<number, readonly string[]>,
): Record<string, string> {
  const kept = Object.entries(given).flatMap(([name, value]) => {
    const isKept = NAMES.settings.includes(name) && !isSettingFile(name) && !LEFT_OUT.test(name);
    return isKept && value ? [[name, value] as const] : [];
  });
  const urls = chains.map(({ chainNumber }) => [`RPC_URL_${chainNumber}`, (nodes.get(chainNumber) ?? []).join(",")]);
  return {
    ...Object.fromEntries(kept),
    ...Object.fromEntries(urls),
    // An account without coin: it can pay no gas.
    RELAYER_KEYS: generatePrivateKey(),
    RATE_LIMITS: "off",
    LOG_LEVEL: "warn",
  };
}
