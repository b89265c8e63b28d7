// Deleting is permanent: it hides the merchant and stops new payments. So its name must be typed first.
import { Button, Group, Text, TextInput } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { notifications } from "@mantine/notifications";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { typedText } from "../../../../money/typed-text.ts";
import { type Merchant, merchantsWithKey } from "../../api/merchants.ts";
import { Card } from "../../app/display/card.tsx";
import { FormDialog } from "../../app/fields/form-dialog.tsx";
import { useReadAgain } from "../../app/loading/read-again.ts";
import { useConfirmedKey } from "../../app/session/confirmed-key.tsx";
import { filledText, messages } from "../../app/text/language.ts";
import { useApprovals } from "../approvals/use-approvals.tsx";

export function DeleteMerchant({ merchant }: { readonly merchant: Merchant }) {
  const { delete: texts } = messages().merchant;
  const [isOpen, { open, close }] = useDisclosure(false);
  return (
    <Card>
      <Group justify="space-between" gap="md">
        <div>
          <Text fw={600}>{texts.title}</Text>
          <Text size="sm" c="dimmed">
            {texts.text}
          </Text>
        </div>
        <Button variant="default" c="var(--bad)" onClick={open}>
          {texts.action}
        </Button>
      </Group>
      {isOpen && <DeleteDialog merchant={merchant} close={close} />}
    </Card>
  );
}

function DeleteDialog({ merchant: { id, name }, close }: { readonly merchant: Merchant; readonly close: () => void }) {
  const { delete: texts } = messages().merchant;
  const readAgain = useReadAgain("merchants");
  const navigate = useNavigate();
  const ask = useConfirmedKey();
  const approvals = useApprovals(id);
  const [typed, setTyped] = useState("");
  const isTyped = typedText(typed) === typedText(name);
  const title = filledText(texts.question, { name });
  const submit = async () => {
    const outcome = await ask({
      title,
      explanation: approvals.explained(<Text>{texts.warning}</Text>),
      ...approvals.button(texts.title, true),
      run: (apiKey) => approvals.make(apiKey, { type: "delete_merchant" }, () => merchantsWithKey(apiKey).delete(id)),
    });
    if (outcome === null) return;
    close();
    if (approvals.announced()) return;
    notifications.show({ title: filledText(texts.deleted, { name }), message: texts.deletedText });
    await navigate({ to: "/merchants" });
    void readAgain();
  };
  return (
    <FormDialog
      title={title}
      close={close}
      submit={() => (isTyped ? submit() : null)}
      submitLabel={texts.title}
      canSubmit={isTyped}
      isDangerous
    >
      <Text>{texts.warning}</Text>
      <TextInput
        label={filledText(texts.type, { name })}
        autoComplete="off"
        data-autofocus
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
    </FormDialog>
  );
}
