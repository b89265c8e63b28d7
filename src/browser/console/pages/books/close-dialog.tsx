// Closes a month, which can't be undone.
import { Text } from "@mantine/core";
import { closeBookMonth } from "../../api/books/books.ts";
import { ConfirmDialog } from "../../app/fields/confirm-dialog.tsx";
import { useReadAgain } from "../../app/loading/read-again.ts";
import { filledText, messages } from "../../app/text/language.ts";
import { monthText } from "./month-text.ts";

export function CloseDialog({ month, close }: { readonly month: string; readonly close: () => void }) {
  const { app, books } = messages();
  const { close: texts } = books;
  const readAgain = useReadAgain("books", "audit");
  return (
    <ConfirmDialog
      title={filledText(texts.question, { month: monthText(month) })}
      closeLabel={app.cancel}
      confirmLabel={texts.action}
      run={() => closeBookMonth(month)}
      readAgain={readAgain}
      close={close}
    >
      <Text>{texts.text}</Text>
    </ConfirmDialog>
  );
}
