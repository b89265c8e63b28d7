// One form makes one thing, however often its button is tapped and however often the answer is lost: the same input goes
// out as the same request, under the same Idempotency-Key, until an answer has come.
import { ApiError } from "../../../client/errors.ts";

export interface Attempt<Input, Request> {
  /** Its Idempotency-Key. */
  readonly key: string;
  readonly input: Input;
  /** What was made of the input when it was first sent: a repeat must not differ, in its times either. */
  readonly request: Request;
}

/** The earlier attempt while its outcome is unknown and the input is still the same; else a new one. */
export function nextAttempt<Input, Request>(
  unanswered: Attempt<Input, Request> | null,
  input: Input,
  makeRequest: (input: Input) => Request,
): Attempt<Input, Request> {
  const isSame = unanswered !== null && JSON.stringify(unanswered.input) === JSON.stringify(input);
  return isSame ? unanswered : { key: crypto.randomUUID(), input, request: makeRequest(input) };
}

const SERVER_ERROR = 500;
/** The first request with this key is still running, or too many were sent: neither says what became of it. */
const NO_OUTCOME = [409, 429];

/** Whether a failure says that nothing was made; all else may have been carried out. */
export const isRefusal = (error: unknown): boolean =>
  error instanceof ApiError && error.status < SERVER_ERROR && !NO_OUTCOME.includes(error.status);
