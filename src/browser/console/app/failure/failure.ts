// Translates a failed call for the person at the screen: what is wrong, and what to do.
import { ApiError, NoAnswerError } from "../../../../client/errors.ts";
import { isDismissed } from "../../api/passkeys.ts";
import { PageUnavailable } from "../loading/load-page.ts";
import { countedText, messages } from "../text/language.ts";

export interface Failure {
  readonly title: string;
  readonly whatToDo: string;
  /** The API's own words, in English; null if there are none. */
  readonly detail: string | null;
  /** Lets the operator find the request in the log. */
  readonly requestId: string | null;
  readonly mayRetry: boolean;
}

interface Advice {
  readonly title: string;
  readonly text: string;
}

const clientSide = ({ title, text }: Advice): Failure => ({
  title,
  whatToDo: text,
  detail: null,
  requestId: null,
  mayRetry: true,
});

/** @param isDecision see FailureAlert */
export function failureOf(error: unknown, isDecision = false): Failure {
  const { failure: texts } = messages().app;
  if (error instanceof NoAnswerError) return clientSide(texts.offline);
  if (error instanceof PageUnavailable) return clientSide(error.isOutdated ? texts.outdated : texts.offline);
  if (isDismissed(error)) return clientSide(texts.dismissed);
  if (!(error instanceof ApiError)) return clientSide(texts.page);
  return { ...refusalOf(error, isDecision), requestId: error.requestId };
}

/** The API's own texts stay English (docs/console.md): they name its fields and limits. */
function refusalOf(error: ApiError, isDecision: boolean): Omit<Failure, "requestId"> {
  const { failure: texts } = messages().app;
  if (error.status === 429) {
    const { title, minute, seconds } = texts.busy;
    const whatToDo = error.retryAfterS === null ? minute : countedText(seconds, error.retryAfterS);
    return { title, whatToDo, detail: null, mayRetry: true };
  }
  if (error.status >= 500) {
    return { title: texts.server.title, whatToDo: texts.server.text, detail: null, mayRetry: true };
  }
  const mayRetry = error.status === CONFLICT;
  const detail = error.issues.map(({ field, message }) => `${field}: ${message}`).join("; ") || error.message;
  const advice = adviceOn(error, isDecision);
  if (!advice) return { title: error.message, whatToDo: texts.input, detail: null, mayRetry };
  return { title: advice.title, whatToDo: advice.text, detail, mayRetry };
}

const CONFLICT = 409;
const NOT_FOUND = 404;

function adviceOn({ code, status }: ApiError, isDecision: boolean): Advice | undefined {
  const { forbidden, codes } = messages().app.failure;
  if (code === "forbidden") return forbidden;
  if (isDecision && code === "invalid_state") return messages().approvals.closed;
  const known: Readonly<Record<string, Advice>> = codes;
  if (known[code]) return known[code];
  if (status === NOT_FOUND) return codes.not_found;
  return status === CONFLICT ? codes.conflict : undefined;
}
