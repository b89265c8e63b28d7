// What processes tell each other through the database.

export interface ProcessReport {
  /** Random; another one after a restart. */
  readonly id: string;
  readonly host: string;
  readonly pid: number;
  readonly role: string;
  /** Turnpike's version. */
  readonly version: string;
  /** Keyed fingerprints of settings that must agree, by name. */
  readonly settings: Readonly<Record<string, string>>;
}

/** Why the database took no write. */
export interface WriteRefusal {
  readonly error: Error;
  /** The server is a standby, a former primary or set to read-only; otherwise its disk is the usual cause. */
  readonly isReadOnly: boolean;
}

export interface ProcessReports {
  /** The key of the fingerprints. */
  fingerprintKey(): Promise<Buffer>;
  /** The database's clock, in milliseconds, and the processes that reported lately. */
  look(): Promise<{ readonly nowMs: number; readonly processes: readonly ProcessReport[] }>;
  /**
   * Writes this process's report, and proves that the disk takes another page.
   * @returns null if the database took it
   * @throws if that is unknown, because the database does not respond or is busy
   */
  write(report: ProcessReport): Promise<WriteRefusal | null>;
  /** Proves the same without a report. @returns and @throws as `write` */
  proveWrite(): Promise<WriteRefusal | null>;
  /** The process ends. */
  leave(id: string): Promise<void>;
}
