// Closes a month, which can't be undone.
import { Text } from "@mantine/core";
import { useState } from "react";
import { closeBookMonth } from "../../api/books/books.ts";
import { FailureAlert } from "../../app/failure/failure-alert.tsx";
import { FormDialog } from "../../app/fields/form-dialog.tsx";
import { useReadAgain } from "../../app/loading/read-again.ts";
import { filledText, messages } from "../../app/text/language.ts";
import { monthText } from "./month-text.ts";

export function CloseDialog({ month, close }: { readonly month: string; readonly close: () => void }) {
  const { close: texts } = messages().books;
  const readAgain = useReadAgain("books", "audit");
  const [failure, setFailure] = useState<unknown>(null);
  const submit = async () => {
    try {
      await closeBookMonth(month);
      close();
      void readAgain();
    } catch (error) {
      setFailure(error);
    }
  };
  return (
    <FormDialog
      title={filledText(texts.question, { month: monthText(month) })}
      close={close}
      submit={submit}
      submitLabel={texts.action}
    >
      <Text>{texts.text}</Text>
      {failure !== null && <FailureAlert error={failure} />}
    </FormDialog>
  );
}
