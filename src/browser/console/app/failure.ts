// What a failed call means to who sits before the screen: what is wrong, and what to do.
import { ApiError, NoAnswerError } from "../../../client/errors.ts";

export interface Failure {
  readonly title: string;
  readonly whatToDo: string;
  /** For the operator, who finds it in the log. */
  readonly requestId: string | null;
  readonly mayRetry: boolean;
}

export function failureOf(error: unknown): Failure {
  if (error instanceof NoAnswerError) {
    return {
      title: "The server did not answer",
      whatToDo: "Check your connection, then try again.",
      requestId: null,
      mayRetry: true,
    };
  }
  if (!(error instanceof ApiError)) {
    return {
      title: "This page has a fault",
      whatToDo: "Load the page again. If it comes back, tell the operator what you did.",
      requestId: null,
      mayRetry: true,
    };
  }
  return { ...refusalOf(error), requestId: error.requestId };
}

function refusalOf(error: ApiError): Omit<Failure, "requestId"> {
  const [issue] = error.issues;
  if (error.status === 429) {
    const wait = error.retryAfterS === null ? "a minute" : `${error.retryAfterS} seconds`;
    return { title: "Too many requests", whatToDo: `Wait ${wait}, then try again.`, mayRetry: true };
  }
  if (error.status >= 500) {
    return {
      title: "The server could not do this",
      whatToDo: "Try again. If it comes back, give the operator the request id.",
      mayRetry: true,
    };
  }
  if (error.code === "forbidden") {
    return { title: "This key may only read", whatToDo: "Sign in with a key of the role partner.", mayRetry: false };
  }
  if (error.status === 404) {
    return {
      title: error.message,
      whatToDo: "It may have been deleted, or belong to another partner. Check the address.",
      mayRetry: false,
    };
  }
  const detail = issue ? `${issue.field}: ${issue.message}` : "Check what was entered, then try again.";
  return { title: error.message, whatToDo: detail, mayRetry: error.status === 409 };
}
