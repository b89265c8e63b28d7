// Something outside of this process is away: a chain, the database, a file. It is no fault of the code, and everything
// that needs it fails at once: the log leaves out stacks (log.ts) and counts.

export class Outage extends Error {
  /** The missing service, as one of a few texts: the log counts the failures of each separately. */
  readonly subject: string;

  constructor(subject: string, message: string, options?: ErrorOptions) {
    super(message, options);
    this.subject = subject;
  }
}
