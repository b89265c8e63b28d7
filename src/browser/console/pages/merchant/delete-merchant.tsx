// Deleting hides a merchant and ends new payments, for good: so its name is typed first.
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
          <Text fw={600}>Delete this merchant</Text>
          <Text size="sm" c="dimmed">
            It takes no new payments and leaves the list. Its payments stay, and those under way finish.
          </Text>
        </div>
        <Button variant="default" c="var(--bad)" onClick={open}>
          Delete …
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
        title: `${merchant.name} is deleted`,
        message: "Its payments stay in the list of payments.",
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
        <Text>This cannot be undone. New payments for it are refused from now on.</Text>
        <TextInput
          label={`Type its name to confirm: ${merchant.name}`}
          autoComplete="off"
          data-autofocus
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
        {deletion.error && <FailureAlert error={deletion.error} />}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={close} disabled={deletion.isPending}>
            Keep it
          </Button>
          <Button
            type="submit"
            color="red.8"
            loading={deletion.isPending}
            disabled={typed.trim() !== merchant.name.trim()}
          >
            Delete for good
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
