// What a call to the interface can end with instead of an answer.

export interface Issue {
  /** Dotted path of a body field, or the name of a query parameter or header. */
  readonly field: string;
  readonly message: string;
}

/** The server refused the request, or could not do it (5xx, after all retries). */
export class ApiError extends Error {
  readonly status: number;
  /** One of the interface's codes; "unknown" where the answer was not the service's own, such as a proxy's. */
  readonly code: string;
  readonly issues: readonly Issue[];
  /** Names the request in the service's log; null where the answer names none. */
  readonly requestId: string | null;
  /** Seconds after which the service says that a repeat makes sense. */
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

/** No answer came, after all retries: whether the request was carried out is unknown. `cause` is the last failure. */
export class NoAnswerError extends Error {
  constructor(attempts: number, cause: unknown) {
    super(`No answer after ${attempts} attempts; repeat the call with the same idempotencyKey`, { cause });
    this.name = "NoAnswerError";
  }
}
