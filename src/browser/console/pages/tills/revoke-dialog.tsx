import { Text } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { revokeTill, type TillEntry } from "../../api/tills.ts";
import { failureNotice } from "../../app/failure/failure-alert.tsx";
import { FormDialog } from "../../app/fields/form-dialog.tsx";
import { useReadAgain } from "../../app/loading/read-again.ts";
import { filledText, messages } from "../../app/text/language.ts";

/** Asks once. It is urgent when a device is lost, so it asks for no proof. */
export function RevokeDialog({ till, close }: { readonly till: TillEntry; readonly close: () => void }) {
  const { tills: texts } = messages();
  const readAgain = useReadAgain("tills");
  const { id, name } = till;
  const revoke = async () => {
    try {
      await revokeTill(id);
      notifications.show({ title: texts.revoked, message: filledText(texts.revokedText, { name }) });
    } catch (error) {
      notifications.show(failureNotice(error));
    }
    close();
    void readAgain();
  };
  return (
    <FormDialog
      title={filledText(texts.revoke.question, { name })}
      close={close}
      submit={revoke}
      submitLabel={texts.list.revoke}
      isDangerous
    >
      <Text>{texts.revoke.text}</Text>
    </FormDialog>
  );
}
