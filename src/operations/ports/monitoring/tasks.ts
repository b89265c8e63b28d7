// Tasks that timers start beside the service: doctor, reconcile, backups, and others that the operator names.

/** The last run of a task on a machine. */
export interface TaskRun {
  readonly task: string;
  readonly host: string;
  /** Seconds since it finished. */
  readonly ageS: number;
  readonly tookMs: number;
  /** 0: it succeeded. */
  readonly exitCode: number;
  /** Seconds since a run last succeeded; null if none ever has. */
  readonly successAgeS: number | null;
  /** Seconds for which the next run should have finished; 0 if it is not due. */
  readonly overdueS: number;
}

export interface FinishedRun extends Pick<TaskRun, "task" | "host" | "tookMs" | "exitCode"> {
  /** Seconds within which the next run must finish. */
  readonly nextWithinS: number;
}

export interface TaskRuns {
  /** By task and host. */
  list(): Promise<readonly TaskRun[]>;
  record(run: FinishedRun): Promise<void>;
  /** @returns whether there was one */
  forget(task: string, host: string): Promise<boolean>;
}
