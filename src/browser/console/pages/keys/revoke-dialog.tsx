// Revokes a key after its prefix was typed and the revocation was confirmed with a key.
import { Stack, Text, TextInput } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { useState } from "react";
import { typedCode } from "../../../../money/typed-text.ts";
import { endMadeByKey, type KeyRecord, revokeKey } from "../../api/keys.ts";
import { Note } from "../../app/display/note.tsx";
import { FormDialog } from "../../app/fields/form-dialog.tsx";
import { useReadAgain } from "../../app/loading/read-again.ts";
import { useConfirmedKey } from "../../app/session/confirmed-key.tsx";
import { useSession } from "../../app/session/session.tsx";
import { filledText, messages } from "../../app/text/language.ts";
import { MadeByKey, NOTHING_ELSE } from "./made-by-key.tsx";

export function RevokeDialog({ record, close }: { readonly record: KeyRecord; readonly close: () => void }) {
  const { revoke: texts } = messages().keys;
  const session = useSession();
  const ask = useConfirmedKey();
  const readAgain = useReadAgain("keys", "audit", "users", "tills", "payment-links", "webhooks", "payments");
  const [typed, setTyped] = useState("");
  const [choice, setChoice] = useState(NOTHING_ELSE);
  const { prefix } = record;
  const question = filledText(texts.question, { prefix });
  const isOwn = session.key?.id === record.id;
  const isTyped = typedCode(typed).replace(/\.\.\.$/, "") === prefix;

  const submit = async () => {
    const outcome = await ask({
      title: question,
      explanation: <Consequences isOwn={isOwn} />,
      confirmLabel: texts.confirm,
      isDangerous: true,
      run: async (apiKey) => {
        if (choice.isAll) await endMadeByKey(apiKey, record.id, choice.since);
        else await revokeKey(apiKey, record.id);
      },
    });
    if (outcome === null) return;
    const title = choice.isAll ? texts.made.done : texts.revoked;
    notifications.show({ title, message: filledText(texts.revokedText, { prefix }) });
    close();
    void readAgain();
  };

  return (
    <FormDialog
      title={question}
      close={close}
      submit={() => (isTyped ? submit() : null)}
      canSubmit={isTyped}
      isDangerous
    >
      <Consequences isOwn={isOwn} />
      <MadeByKey keyId={record.id} choice={choice} onChange={setChoice} />
      <TextInput
        label={filledText(texts.type, { prefix })}
        autoComplete="off"
        spellCheck={false}
        data-autofocus
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
    </FormDialog>
  );
}

function Consequences({ isOwn }: { readonly isOwn: boolean }) {
  const { revoke: texts } = messages().keys;
  return (
    <Stack gap="sm">
      <Text>{texts.text}</Text>
      {isOwn && <Note title={texts.own}>{texts.ownText}</Note>}
    </Stack>
  );
}
