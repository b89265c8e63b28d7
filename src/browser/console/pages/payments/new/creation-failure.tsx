// Why no payment was created, or that it is unknown whether one was.
import { Text } from "@mantine/core";
import { ApiError } from "../../../../../client/errors.ts";
import { Note } from "../../../app/display/note.tsx";
import { FailureAlert } from "../../../app/failure/failure-alert.tsx";
import { isRefusal } from "../../../app/fields/attempt.ts";
import { filledText, messages } from "../../../app/text/language.ts";

/** @param field the first segment of an issue's path */
export function issueOn(error: unknown, field: string): string | null {
  if (!(error instanceof ApiError)) return null;
  const issue = error.issues.find(({ field: path }) => path.split(".")[0] === field);
  // "at least 100 (1.00 EUR)" becomes "at least 1.00 EUR".
  if (!issue) return null;
  const problem = issue.message.replace(/\d+ \((.+?)\)/, "$1");
  return filledText(messages().newPayment.entry.refused, { problem });
}

export function CreationFailure({ error }: { readonly error: unknown }) {
  if (error === null || issueOn(error, "amount") !== null) return null;
  if (isRefusal(error)) return <FailureAlert error={error} />;
  const { noAnswer: texts } = messages().newPayment;
  return (
    <Note role="alert" title={texts.title}>
      <Text size="sm">{texts.text}</Text>
    </Note>
  );
}
