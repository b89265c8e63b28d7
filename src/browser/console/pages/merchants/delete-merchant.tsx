// Deleting is permanent: it hides the merchant and stops new payments. So its name must be typed first.
import { Button, Group, Modal, Stack, Text, TextInput } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { notifications } from "@mantine/notifications";
import { useNavigate } from "@tanstack/react-router";
import { type FormEvent, useState } from "react";
import { typedText } from "../../../../money/typed-text.ts";
import { type Merchant, merchantsWithKey } from "../../api/merchants.ts";
import { Card } from "../../app/display/card.tsx";
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
      <Modal opened={isOpen} onClose={close} title={filledText(texts.question, { name: merchant.name })}>
        <DeleteForm merchant={merchant} close={close} />
      </Modal>
    </Card>
  );
}

function DeleteForm({ merchant, close }: { readonly merchant: Merchant; readonly close: () => void }) {
  const { app, merchant: ofMerchant } = messages();
  const { delete: texts } = ofMerchant;
  const { name } = merchant;
  const readAgain = useReadAgain("merchants");
  const navigate = useNavigate();
  const ask = useConfirmedKey();
  const approvals = useApprovals(merchant.id);
  const [typed, setTyped] = useState("");
  const isTyped = typedText(typed) === typedText(name);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (!isTyped) return;
    close();
    const outcome = await ask({
      title: filledText(texts.question, { name }),
      explanation: approvals.explained(<Text>{texts.warning}</Text>),
      ...approvals.button(texts.title, true),
      run: (apiKey) =>
        approvals.make(apiKey, { type: "delete_merchant" }, () => merchantsWithKey(apiKey).delete(merchant.id)),
    });
    if (outcome === null || approvals.announced()) return;
    notifications.show({ title: filledText(texts.deleted, { name }), message: texts.deletedText });
    await navigate({ to: "/merchants" });
    void readAgain();
  };
  return (
    <form onSubmit={(event) => void submit(event)}>
      <Stack gap="md">
        <Text>{texts.warning}</Text>
        <TextInput
          label={filledText(texts.type, { name })}
          autoComplete="off"
          data-autofocus
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={close}>
            {app.cancel}
          </Button>
          <Button type="submit" color="red.8" disabled={!isTyped}>
            {texts.title}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
