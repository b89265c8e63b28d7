import { filledText, messages } from "../text/language.ts";
import { failureOf } from "./failure.ts";
import classes from "./failure-alert.module.css";

/** The API's own words, beneath the translated ones. */
export const FailureDetail = ({ text }: { readonly text: string }) => (
  <span className={classes.detail} lang="en" dir="ltr">
    {text}
  </span>
);

interface FailureAlertProps {
  readonly error: unknown;
  /** What was tried decides something that is open: the first decision ends it for everybody. */
  readonly isDecision?: boolean | undefined;
}

/** A failure in a dialog, form or list, shown next to the rest. Without Mantine, because the sign-in shows it. */
export function FailureAlert({ error, isDecision = false }: FailureAlertProps) {
  const { title, whatToDo, detail, requestId } = failureOf(error, isDecision);
  return (
    <div role="alert" className={classes.alert}>
      <strong>{title}</strong>
      <p>{whatToDo}</p>
      {detail && <FailureDetail text={detail} />}
      {requestId && <small>{filledText(messages().app.requestId, { id: requestId })}</small>}
    </div>
  );
}

/** A failed call as a notification. */
export function failureNotice(error: unknown) {
  const { title, whatToDo, detail } = failureOf(error);
  const message = (
    <>
      {whatToDo}
      {detail && <FailureDetail text={detail} />}
    </>
  );
  return { color: "red", title, message } as const;
}
