import { Button, Group, Modal, Stack, Text } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { notifications } from "@mantine/notifications";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { type PaymentLink, paymentLinks } from "../../api/payment-links.ts";
import { failureOf } from "../../app/failure.ts";
import { FailureAlert } from "../../app/failure-alert.tsx";

export function LinkActions({ link: { id, enabled } }: { readonly link: PaymentLink }) {
  const queries = useQueryClient();
  const [isOpen, { open, close }] = useDisclosure(false);
  const change = useMutation({
    mutationFn: () => paymentLinks.update(id, { enabled: !enabled }),
    onError: (error) => {
      const { title, whatToDo } = failureOf(error);
      notifications.show({ color: "red", title, message: whatToDo });
    },
    onSettled: () => queries.invalidateQueries({ queryKey: ["payment-links"] }),
  });
  return (
    <>
      <Button variant="default" loading={change.isPending} onClick={() => change.mutate()}>
        {enabled ? "Disable" : "Enable"}
      </Button>
      <Button variant="default" onClick={open}>
        Delete
      </Button>
      <Modal opened={isOpen} onClose={close} title="Delete this link?" closeButtonProps={{ "aria-label": "Close" }}>
        <Deletion id={id} close={close} />
      </Modal>
    </>
  );
}

function Deletion({ id, close }: { readonly id: string; readonly close: () => void }) {
  const queries = useQueryClient();
  const navigate = useNavigate();
  const removal = useMutation({
    mutationFn: () => paymentLinks.delete(id),
    onSuccess: async () => {
      await navigate({ to: "/payment-links" });
      await queries.invalidateQueries({ queryKey: ["payment-links"] });
    },
  });
  return (
    <Stack gap="md">
      <Text>
        Its page and QR code stop working, and this can't be undone. Payments that buyers have already created stay
        payable.
      </Text>
      {removal.error && <FailureAlert error={removal.error} />}
      <Group justify="flex-end" gap="xs">
        <Button variant="default" onClick={close} disabled={removal.isPending} data-autofocus>
          Keep link
        </Button>
        <Button color="red.8" loading={removal.isPending} onClick={() => removal.mutate()}>
          Delete link
        </Button>
      </Group>
    </Stack>
  );
}
