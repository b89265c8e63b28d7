// Startup checks: a service does not start with chains, routers or screening sources that would cost money later.
import type { Logger } from "pino";
import type { EvmChain } from "../chains/evm/chain.ts";
import type { EvmChainConfig } from "../chains/evm/config/config.ts";
import { type Screening, ScreeningSourceError } from "../operations/gateway/screen-accounts.ts";
import { missingRouters, type RouterUse } from "../payment/transfers/router-change.ts";
import { openScreening } from "../screening/open.ts";
import type { OnLookup } from "../screening/screening.ts";
import { type Config, ConfigError } from "../settings/config.ts";

/** No chain is as configured, or a router is missing; the message names each difference and its fix. */
export class ChainMismatchError extends Error {
  constructor(problems: readonly string[]) {
    super(problems.join("\n"));
    this.name = "ChainMismatchError";
  }
}

/**
 * A wrong chain takes no payments until it passes its check, and stops no other chain.
 * @throws ChainMismatchError if all chains are wrong
 */
export async function refuseWrongChains(chains: readonly EvmChain[], log: Logger): Promise<void> {
  const perChain = await Promise.all(chains.map((chain) => chain.check()));
  const isWrong = perChain.map((problems) => problems.some(({ kind }) => kind === "wrong"));
  const problems = perChain.flat();
  if (chains.length > 0 && isWrong.every(Boolean)) {
    throw new ChainMismatchError(problems.filter(({ kind }) => kind === "wrong").map(({ message }) => message));
  }
  for (const { kind, message } of problems) {
    if (kind === "wrong") log.error({ kind }, `${message} Until then, nothing can be paid on this chain.`);
    else log.warn({ kind }, message);
  }
}

interface StartOptions {
  readonly chains: readonly EvmChainConfig[];
  readonly role: string;
  readonly log: Logger;
}

/**
 * A worker starts without a chain that it lacks, because another worker may follow it.
 * @throws ChainMismatchError
 */
export function refuseMissingRouters({ chains, role, log }: StartOptions, underWay: readonly RouterUse[]): void {
  const missing = missingRouters(chains, underWay);
  const tolerated = missing.filter(({ isChainGone }) => isChainGone && role === "worker");
  const refused = missing.filter((each) => !tolerated.includes(each));
  if (refused.length > 0) throw new ChainMismatchError(refused.map(({ message }) => message));
  for (const { chain, message } of tolerated) log.warn({ chain }, message);
}

/** @throws ConfigError for an invalid source */
export const openConfiguredScreening = (
  config: Config,
  chains: readonly EvmChain[],
  log: Logger,
  onLookup: OnLookup,
): Promise<Screening> =>
  openScreening(config.screening ?? [], {
    oracleOn: (chain, contract) => chains.find(({ payment }) => payment.id === chain)?.sanctionsOracle(contract),
    log,
    onLookup,
  }).catch((error: unknown) => {
    throw error instanceof ScreeningSourceError ? new ConfigError([`SCREENING: ${error.message}`]) : error;
  });
