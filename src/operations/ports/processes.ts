// What processes tell each other through the database.

export interface ProcessReport {
  /** Random; another one after a restart. */
  readonly id: string;
  readonly host: string;
  readonly pid: number;
  readonly role: string;
  /** Keyed fingerprints of settings that must agree, by name. */
  readonly settings: Readonly<Record<string, string>>;
}

export interface ProcessReports {
  /** The key of the fingerprints. */
  fingerprintKey(): Promise<Buffer>;
  /** The database's clock, in milliseconds, and the processes that reported lately. */
  look(): Promise<{ readonly nowMs: number; readonly processes: readonly ProcessReport[] }>;
  /**
   * Writes this process's report, and proves that the disk takes another page.
   * @returns the database's error if it takes no writes
   * @throws if that is unknown, because the database does not respond or is busy
   */
  write(report: ProcessReport): Promise<Error | null>;
  /** Proves the same without a report. @returns and @throws as `write` */
  proveWrite(): Promise<Error | null>;
  /** The process ends. */
  leave(id: string): Promise<void>;
}
