// Payments that ended long ago and lie on other servers (Citus).

/** At least as long as partners can read a payment's events, and webhooks are retried. */
export const MOVED_AFTER_DAYS_MIN = 35;

export interface PaymentMover {
  /**
   * Moves a page of payments that ended long ago. Does nothing without `turnpike distribute`.
   * @returns whether there may be more to move
   * @throws if the schema has changed since `turnpike distribute`
   */
  moveSome(): Promise<boolean>;
}

export interface DistributionState {
  /** The version of Citus; null: the database does not have it. */
  readonly citus: string | null;
  /** Whether this server is the coordinator. */
  readonly isCoordinator: boolean;
  /** Workers that take rows. */
  readonly workers: number;
  /** Tables of present payments that somebody has distributed. */
  readonly distributed: readonly string[];
  /** Null: payments do not move. */
  readonly moves: {
    readonly afterDays: number;
    /** Unix seconds. */
    readonly startsAtS: number;
    /** `table.column`: what the schema has and moved payments lack. */
    readonly missingColumns: readonly string[];
  } | null;
}

export interface DistributionStore {
  read(): Promise<DistributionState>;
  /**
   * Makes the tables of moved payments, or adds what they lack, in one transaction.
   * @param shards of each table, if they are made now
   * @param afterDays days without an event after which a payment that has ended moves
   */
  distribute(shards: number, afterDays: number): Promise<void>;
}
