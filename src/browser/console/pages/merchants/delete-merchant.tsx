// Deleting is permanent: it hides the merchant and stops new payments. So its name must be typed first.
import { Button, Group, Modal, Stack, Text, TextInput } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { notifications } from "@mantine/notifications";
import { useMutation } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { type FormEvent, useState } from "react";
import { type Merchant, merchants } from "../../api/merchants.ts";
import { Card } from "../../app/display/card.tsx";
import { FailureAlert } from "../../app/failure/failure-alert.tsx";
import { useReadAgain } from "../../app/loading/read-again.ts";
import { filledText, messages } from "../../app/text/language.ts";

export function DeleteMerchant({ merchant }: { readonly merchant: Merchant }) {
  const { app, merchant: ofMerchant } = messages();
  const { delete: texts } = ofMerchant;
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
      <Modal
        opened={isOpen}
        onClose={close}
        title={filledText(texts.question, { name: merchant.name })}
        closeButtonProps={{ "aria-label": app.close }}
      >
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
  const [typed, setTyped] = useState("");
  const deletion = useMutation({
    mutationFn: () => merchants.delete(merchant.id),
    onSuccess: async () => {
      notifications.show({ title: filledText(texts.deleted, { name }), message: texts.deletedText });
      await navigate({ to: "/merchants" });
      void readAgain();
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (typed.trim() === merchant.name.trim()) deletion.mutate();
  };
  return (
    <form onSubmit={submit}>
      <Stack gap="md">
        <Text>{texts.warning}</Text>
        <TextInput
          label={filledText(texts.type, { name })}
          autoComplete="off"
          data-autofocus
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
        {deletion.error && <FailureAlert error={deletion.error} />}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={close} disabled={deletion.isPending}>
            {app.cancel}
          </Button>
          <Button
            type="submit"
            color="red.8"
            loading={deletion.isPending}
            disabled={typed.trim() !== merchant.name.trim()}
          >
            {texts.title}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
