import { Alert, Text } from "@mantine/core";
import { failureOf } from "./failure.ts";

/** A failure in a dialog or a form, beside what was entered. */
export function FailureAlert({ error }: { readonly error: unknown }) {
  const { title, whatToDo, requestId } = failureOf(error);
  return (
    <Alert color="red" variant="light" title={title} role="alert">
      <Text size="sm">{whatToDo}</Text>
      {requestId && <Text size="xs">Request id: {requestId}</Text>}
    </Alert>
  );
}
