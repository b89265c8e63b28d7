// One form submission creates one resource, despite double taps and lost responses: the same input is sent as the same
// request, with the same Idempotency-Key, until a response arrives.
import { ApiError } from "../../../../client/errors.ts";

export interface Attempt<Input, Request> {
  /** The Idempotency-Key. */
  readonly key: string;
  readonly input: Input;
  /** Built from the input when it was first sent: a repeat must be identical, including its times. */
  readonly request: Request;
}

/** Returns the previous attempt while its outcome is unknown and the input is unchanged, otherwise a new one. */
export function nextAttempt<Input, Request>(
  unanswered: Attempt<Input, Request> | null,
  input: Input,
  makeRequest: (input: Input) => Request,
): Attempt<Input, Request> {
  const isSame = unanswered !== null && JSON.stringify(unanswered.input) === JSON.stringify(input);
  return isSame ? unanswered : { key: crypto.randomUUID(), input, request: makeRequest(input) };
}

const SERVER_ERROR = 500;
/** The first request with this key is still running, or the rate limit was hit: the outcome stays unknown. */
const NO_OUTCOME = [409, 429];

/** Whether the failure proves that nothing was created. After any other failure it may have been. */
export const isRefusal = (error: unknown): boolean =>
  error instanceof ApiError && error.status < SERVER_ERROR && !NO_OUTCOME.includes(error.status);
