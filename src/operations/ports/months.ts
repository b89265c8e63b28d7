// Months of payments, which are stored together and can be dropped.

/** Enough for the longest life of a payment (31 days), its late transfers, and the events that partners may read. */
export const KEPT_AT_LEAST_DAYS = 93;

export interface Month {
  /** `2027_01`; `first` for the one that contains everything before its end. */
  readonly name: string;
  readonly endsAt: Date;
  /** Size on disk, indexes included. */
  readonly bytes: bigint;
  /** PostgreSQL's estimate. */
  readonly payments: bigint;
  /** It ended at least KEPT_AT_LEAST_DAYS ago. */
  readonly isOld: boolean;
  /** Its payments are in no list any more, and are to be deleted. */
  readonly isDropped: boolean;
}

export interface MonthStore {
  /** Adds partitions for the months ahead. */
  add(): Promise<void>;
  /** The months whose payments are stored, oldest first. */
  list(): Promise<readonly Month[]>;
  /**
   * Some ids of payments of this month or earlier that prevent its drop. They are not final, not settled, or
   * have an undecided transfer, a recent exception or a recent refund. The lists must be up to date.
   */
  unfinished(month: Month): Promise<readonly string[]>;
  /**
   * Removes the month's payments from all lists.
   * @returns false if it is not the oldest month, not old enough, or one of its payments has an unlisted event
   */
  drop(month: Month): Promise<boolean>;
  /**
   * Deletes a page of a dropped month's rows in tables without months, except rows that payments are shown with.
   * @returns the deleted rows; 0: none was left
   */
  deletePage(month: Month): Promise<number>;
  /**
   * Deletes a page of everything else about payments that are gone with their months.
   * @returns the deleted rows; 0: none was left
   */
  deleteRest(): Promise<number>;
  /**
   * Deletes a dropped month's payments, with their confirmations and events.
   * @returns false if other transactions hold locks; repeat it
   */
  deletePartitions(month: Month): Promise<boolean>;
}
