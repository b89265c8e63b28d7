// Servers that respond and must not be written to.

/** The server is not the primary, or it is read-only: a statement that writes fails there, or would be lost. */
export class NoPrimaryError extends Error {}

/** A standby, a demoted primary, or a server whose disk is full (providers then set default_transaction_read_only). */
export class ReadOnlyServerError extends NoPrimaryError {
  readonly isStandby: boolean;

  constructor(isStandby: boolean) {
    const why = isStandby ? "it is a standby" : "default_transaction_read_only is on";
    super(`the PostgreSQL server accepts no writes: ${why}`);
    this.name = "ReadOnlyServerError";
    this.isStandby = isStandby;
  }
}

/** The server was the primary until another one replaced it. */
export class FormerPrimaryError extends NoPrimaryError {
  constructor() {
    super("the PostgreSQL server is a former primary: another server was promoted since");
    this.name = "FormerPrimaryError";
  }
}
