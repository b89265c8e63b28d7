// Reports of the workers: whether a chain is followed, and whether its relayers can pay gas.

export interface AvailabilityState {
  /** CAIP-2. */
  readonly chain: string;
  /** Age of the newest followed block; null if the chain was never followed. */
  readonly headAgeS: number | null;
  /** The worker's last report; null if there is none. */
  readonly report: WorkerReport | null;
}

export interface WorkerReport {
  readonly canRelay: boolean;
  readonly ageS: number;
  /** Seconds for which none of the chain's RPC URLs has responded to the worker; null if one does. */
  readonly awayS: number | null;
}

/** Amounts are in the native coin's smallest unit. */
export interface ReportedFunds {
  readonly relayer: string;
  readonly balance: bigint;
  /** Cost of a full batch's gas limit at current fees. */
  readonly batchCost: bigint;
}

export interface AvailabilityReports {
  read(chains: readonly string[]): Promise<readonly AvailabilityState[]>;
  /** The relayers that a worker reported lately, by chain. */
  relayersOn(chains: readonly string[]): Promise<ReadonlyMap<string, string[]>>;
  /** Says whether a relayer of the chain can pay gas now, and what each of them holds. */
  report(chain: string, canRelay: boolean, funds: readonly ReportedFunds[]): Promise<void>;
  /** Says that none of the chain's RPC URLs has responded for so long. */
  reportAway(chain: string, awayS: number): Promise<void>;
}
