import { Button, Text, TextInput } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { useState } from "react";
import { typedText } from "../../../../money/typed-text.ts";
import { addPasskey, canUsePasskeys, removePasskey } from "../../api/passkeys.ts";
import type { Passkey } from "../../api/users.ts";
import { Card } from "../../app/display/card.tsx";
import { Icon } from "../../app/display/icon.tsx";
import { FormDialog } from "../../app/fields/form-dialog.tsx";
import { ItemRow, Items } from "../../app/list/list.tsx";
import { useReadAgain } from "../../app/loading/read-again.ts";
import { useConfirmedKey } from "../../app/session/confirmed-key.tsx";
import { Filled } from "../../app/text/filled.tsx";
import { filledText, messages } from "../../app/text/language.ts";
import { Moment } from "../../app/text/moment.tsx";

export function Passkeys({ passkeys }: { readonly passkeys: readonly Passkey[] }) {
  const { passkeys: texts } = messages().account;
  const [isAdding, setAdding] = useState(false);
  return (
    <Card
      title={texts.title}
      note={texts.text}
      flush
      actions={
        canUsePasskeys() && (
          <Button size="xs" leftSection={<Icon name="plus" size={16} />} onClick={() => setAdding(true)}>
            {texts.add}
          </Button>
        )
      }
    >
      {passkeys.length === 0 ? (
        <Text c="dimmed" px={{ base: "md", sm: "lg" }} pb="lg">
          {texts.none}
        </Text>
      ) : (
        <Items label={texts.title}>
          {passkeys.map((passkey) => (
            <Row key={passkey.id} passkey={passkey} />
          ))}
        </Items>
      )}
      {isAdding && <AddPasskey close={() => setAdding(false)} />}
    </Card>
  );
}

function Row({ passkey: { id, name, createdAt, lastUsedAt } }: { readonly passkey: Passkey }) {
  const { passkeys: texts } = messages().account;
  const ask = useConfirmedKey();
  const readAgain = useReadAgain("account");
  const remove = () =>
    ask({
      title: filledText(texts.removeQuestion, { name }),
      explanation: <Text>{texts.removeText}</Text>,
      confirmLabel: texts.removeConfirm,
      isDangerous: true,
      run: () => removePasskey(id).finally(() => void readAgain()),
    });
  return (
    <ItemRow
      title={
        <Text fw={600}>
          <bdi>{name}</bdi>
        </Text>
      }
      note={
        <>
          <Filled message={texts.added} values={{ time: <Moment at={createdAt} /> }} />
          {" · "}
          {lastUsedAt === null ? (
            texts.neverUsed
          ) : (
            <Filled message={texts.lastUsed} values={{ time: <Moment at={lastUsedAt} /> }} />
          )}
        </>
      }
      end={
        <Button
          size="xs"
          variant="default"
          c="var(--bad)"
          onClick={() => void remove()}
          aria-label={filledText(texts.removeOf, { name })}
        >
          {texts.remove}
        </Button>
      }
    />
  );
}

function AddPasskey({ close }: { readonly close: () => void }) {
  const { passkeys: texts } = messages().account;
  const ask = useConfirmedKey();
  const readAgain = useReadAgain("account");
  const [name, setName] = useState("");
  const submit = async () => {
    const outcome = await ask({
      title: texts.addQuestion,
      explanation: <Text>{texts.addText}</Text>,
      confirmLabel: texts.add,
      run: () => addPasskey(typedText(name)).finally(() => void readAgain()),
    });
    if (outcome === null) return;
    notifications.show({ title: texts.done, message: texts.doneText });
    close();
  };
  return (
    <FormDialog title={texts.add} close={close} submit={submit} canSubmit={typedText(name) !== ""}>
      <TextInput
        label={texts.name}
        description={texts.nameText}
        maxLength={100}
        required
        withAsterisk={false}
        data-autofocus
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
      />
    </FormDialog>
  );
}
