// Errors of API calls.

export interface Issue {
  /** Dotted path of a body field, or the name of a query parameter or header. */
  readonly field: string;
  readonly message: string;
}

/** The server rejected the request or failed (5xx, after all retries). */
export class ApiError extends Error {
  readonly status: number;
  /** An error code of the API; "unknown" if the response is not the service's, for example a proxy's. */
  readonly code: string;
  readonly issues: readonly Issue[];
  /** Identifies the request in the service's log; null if the response has no id. */
  readonly requestId: string | null;
  /** Seconds after which the service suggests a retry. */
  readonly retryAfterS: number | null;

  constructor(
    status: number,
    facts: { code: string; message: string; issues: readonly Issue[]; requestId: string | null },
    retryAfterS: number | null,
  ) {
    super(facts.message);
    this.name = "ApiError";
    this.status = status;
    this.code = facts.code;
    this.issues = facts.issues;
    this.requestId = facts.requestId;
    this.retryAfterS = retryAfterS;
  }
}

/** No response after all retries; whether the request was carried out is unknown. `cause` is the last failure. */
export class NoAnswerError extends Error {
  constructor(attempts: number, cause: unknown) {
    super(`No response after ${attempts} attempts; repeat the call with the same idempotencyKey`, { cause });
    this.name = "NoAnswerError";
  }
}
