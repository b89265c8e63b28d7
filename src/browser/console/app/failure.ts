// Translates a failed call for the person at the screen: what is wrong, and what to do.
import { ApiError, NoAnswerError } from "../../../client/errors.ts";
import { isDismissed } from "../api/passkeys.ts";
import { PageUnavailable } from "./load-page.ts";

export interface Failure {
  readonly title: string;
  readonly whatToDo: string;
  /** Lets the operator find the request in the log. */
  readonly requestId: string | null;
  readonly mayRetry: boolean;
}

const OFFLINE = {
  title: "The server didn't respond",
  whatToDo: "Check your connection, then try again.",
};
const OUTDATED = {
  title: "A new version of the console is available",
  whatToDo: "Reload the page to get it.",
};

const DISMISSED = {
  title: "No passkey was used",
  whatToDo: "The request was dismissed or timed out, or this device has no passkey for you. Try again.",
};

export function failureOf(error: unknown): Failure {
  if (error instanceof NoAnswerError) {
    return {
      ...OFFLINE,
      requestId: null,
      mayRetry: true,
    };
  }
  if (error instanceof PageUnavailable) {
    return { ...(error.isOutdated ? OUTDATED : OFFLINE), requestId: null, mayRetry: true };
  }
  if (isDismissed(error)) return { ...DISMISSED, requestId: null, mayRetry: true };
  if (!(error instanceof ApiError)) {
    return {
      title: "Something went wrong on this page",
      whatToDo: "Reload the page. If it happens again, tell the operator what you were doing.",
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
      title: "Something went wrong on the server",
      whatToDo: "Try again. If it happens again, give the operator the request ID.",
      mayRetry: true,
    };
  }
  if (error.code === "forbidden") {
    return { title: "You may not do this", whatToDo: "Ask an owner, or sign in with a partner key.", mayRetry: false };
  }
  if (error.status === 404) {
    return {
      title: error.message,
      whatToDo: "It may have been deleted, or belong to another partner. Check the URL.",
      mayRetry: false,
    };
  }
  const detail = issue ? `${issue.field}: ${issue.message}` : "Check what you entered and try again.";
  return { title: error.message, whatToDo: detail, mayRetry: error.status === 409 };
}
