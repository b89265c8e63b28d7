// Tells the processes that serve buyers whether a relayer can pay gas, and the operator before one cannot.
import type { Address } from "viem";
import type { AvailabilityReports } from "../ports/chain/chain-reports.ts";
import type { Log } from "../ports/log.ts";
import type { LogThrottle } from "../timing/log-throttle.ts";

export interface RelayerFunds {
  readonly relayer: Address;
  /** Smallest unit of the native coin. */
  readonly balance: bigint;
  /** Cost of a full batch's gas limit at current fees, in the same unit. */
  readonly batchCost: bigint;
  /** It can pay the gas limit of one payment at current fees. */
  readonly canPay: boolean;
  /** It cannot pay the gas limit of a full batch at current fees. */
  readonly isLow: boolean;
}

export interface ReportAvailabilityPorts {
  /** CAIP-2. */
  readonly chain: string;
  /** @throws if the chain does not respond */
  readonly funds: () => Promise<readonly RelayerFunds[]>;
  readonly reports: Pick<AvailabilityReports, "report">;
  readonly log: Log;
  readonly throttle: LogThrottle;
}

/** @throws if the chain or the database does not respond */
export async function reportAvailability({
  chain,
  funds,
  reports,
  log,
  throttle,
}: ReportAvailabilityPorts): Promise<void> {
  const all = await funds();
  await reports.report(
    chain,
    all.some(({ canPay }) => canPay),
    all,
  );
  for (const { relayer, balance, isLow } of all) {
    const fields = { chain, relayer, balance: balance.toString() };
    const key = `${relayer} is almost empty`;
    if (isLow) {
      throttle.warn(key, () => log.warn(fields, "the relayer's account is almost empty: send it native coin"));
    } else throttle.recovered(key, () => log.info(fields, "the relayer's account has enough native coin again"));
  }
}
