// Deleting is permanent: it hides the merchant and stops new payments. So its name must be typed first.
import { Button, Group, Modal, Stack, Text, TextInput } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { notifications } from "@mantine/notifications";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { type FormEvent, useState } from "react";
import { type Merchant, merchants } from "../../api/merchants.ts";
import { FailureAlert } from "../../app/failure-alert.tsx";
import { Surface } from "../../app/surface.tsx";

export function DeleteMerchant({ merchant }: { readonly merchant: Merchant }) {
  const [isOpen, { open, close }] = useDisclosure(false);
  return (
    <Surface>
      <Group justify="space-between" gap="md">
        <div>
          <Text fw={600}>Delete merchant</Text>
          <Text size="sm" c="dimmed">
            It stops taking payments and leaves your list. Past payments stay, and payments in progress finish.
          </Text>
        </div>
        <Button variant="default" c="var(--bad)" onClick={open}>
          Delete…
        </Button>
      </Group>
      <Modal
        opened={isOpen}
        onClose={close}
        title={`Delete ${merchant.name}?`}
        closeButtonProps={{ "aria-label": "Close" }}
      >
        <DeleteForm merchant={merchant} close={close} />
      </Modal>
    </Surface>
  );
}

function DeleteForm({ merchant, close }: { readonly merchant: Merchant; readonly close: () => void }) {
  const queries = useQueryClient();
  const navigate = useNavigate();
  const [typed, setTyped] = useState("");
  const deletion = useMutation({
    mutationFn: () => merchants.delete(merchant.id),
    onSuccess: async () => {
      notifications.show({
        title: `${merchant.name} deleted`,
        message: "Its payments remain in the payment list.",
      });
      await navigate({ to: "/merchants" });
      void queries.invalidateQueries({ queryKey: ["merchants"] });
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (typed.trim() === merchant.name.trim()) deletion.mutate();
  };
  return (
    <form onSubmit={submit}>
      <Stack gap="md">
        <Text>This can't be undone. New payments for this merchant will be refused.</Text>
        <TextInput
          label={`To confirm, type ${merchant.name}`}
          autoComplete="off"
          data-autofocus
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
        {deletion.error && <FailureAlert error={deletion.error} />}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={close} disabled={deletion.isPending}>
            Cancel
          </Button>
          <Button
            type="submit"
            color="red.8"
            loading={deletion.isPending}
            disabled={typed.trim() !== merchant.name.trim()}
          >
            Delete merchant
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
