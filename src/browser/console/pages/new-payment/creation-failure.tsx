// Why no payment was made; or that nobody knows whether one was, which is not the same.
import { Text } from "@mantine/core";
import { ApiError } from "../../../../client/errors.ts";
import { isRefusal } from "../../app/attempt.ts";
import { FailureAlert } from "../../app/failure-alert.tsx";
import { Note } from "../../app/note.tsx";

/** @param field the first part of an issue's path */
export function issueOn(error: unknown, field: string): string | null {
  if (!(error instanceof ApiError)) return null;
  const issue = error.issues.find(({ field: path }) => path.split(".")[0] === field);
  // "at least 100 (1.00 EUR)": nobody at a till counts in cents.
  return issue ? `The amount ${issue.message.replace(/\d+ \((.+?)\)/, "$1")}.` : null;
}

export function CreationFailure({ error }: { readonly error: unknown }) {
  if (error === null || issueOn(error, "amount") !== null) return null;
  if (isRefusal(error)) return <FailureAlert error={error} />;
  return (
    <Note role="alert" title="No answer came">
      <Text size="sm">
        Nobody can say yet whether the payment was made. Check the connection and charge again: the same payment is
        asked for, and not a second one.
      </Text>
    </Note>
  );
}
