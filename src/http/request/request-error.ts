// An error that the HTTP layer finds in a request before any operation runs.
import { ERRORS, type ErrorCode } from "../../contract/errors.ts";
import type { Issue } from "../../operations/errors/refusal.ts";

export class RequestError extends Error {
  readonly code: ErrorCode;
  readonly status: number;
  readonly issues: readonly Issue[];
  readonly headers: Readonly<Record<string, string>>;

  constructor(
    code: ErrorCode,
    facts: {
      message?: string;
      status?: number;
      issues?: readonly Issue[];
      headers?: Readonly<Record<string, string>>;
    } = {},
  ) {
    super(facts.message ?? ERRORS[code].title);
    this.name = "RequestError";
    this.code = code;
    this.status = facts.status ?? ERRORS[code].status;
    this.issues = facts.issues ?? [];
    this.headers = facts.headers ?? {};
  }
}
