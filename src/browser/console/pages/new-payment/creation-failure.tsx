// Why no payment was created, or that it is unknown whether one was.
import { Text } from "@mantine/core";
import { ApiError } from "../../../../client/errors.ts";
import { isRefusal } from "../../app/attempt.ts";
import { FailureAlert } from "../../app/failure-alert.tsx";
import { Note } from "../../app/note.tsx";

/** @param field the first segment of an issue's path */
export function issueOn(error: unknown, field: string): string | null {
  if (!(error instanceof ApiError)) return null;
  const issue = error.issues.find(({ field: path }) => path.split(".")[0] === field);
  // "at least 100 (1.00 EUR)" becomes "at least 1.00 EUR".
  return issue ? `The amount ${issue.message.replace(/\d+ \((.+?)\)/, "$1")}.` : null;
}

export function CreationFailure({ error }: { readonly error: unknown }) {
  if (error === null || issueOn(error, "amount") !== null) return null;
  if (isRefusal(error)) return <FailureAlert error={error} />;
  return (
    <Note role="alert" title="No response">
      <Text size="sm">
        The payment may or may not have been created. Check your connection and charge again: this retries the same
        payment and never creates a second one.
      </Text>
    </Note>
  );
}
