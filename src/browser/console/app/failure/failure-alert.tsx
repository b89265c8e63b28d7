import { Alert, Text } from "@mantine/core";
import { filledText, messages } from "../text/language.ts";
import { failureOf } from "./failure.ts";

/** The API's own words, beneath the translated ones. */
export const FailureDetail = ({ text }: { readonly text: string }) => (
  <Text span display="block" size="xs" lang="en" dir="ltr" style={{ overflowWrap: "anywhere" }}>
    {text}
  </Text>
);

/** A failure in a dialog or a form, shown next to what was entered. */
export function FailureAlert({ error }: { readonly error: unknown }) {
  const { title, whatToDo, detail, requestId } = failureOf(error);
  return (
    <Alert color="red" variant="light" title={title} role="alert">
      <Text size="sm">{whatToDo}</Text>
      {detail && <FailureDetail text={detail} />}
      {requestId && <Text size="xs">{filledText(messages().app.requestId, { id: requestId })}</Text>}
    </Alert>
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
