// Calling a payment off that nobody has paid yet.
import { Button, Group, Modal, Stack, Text } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { notifications } from "@mantine/notifications";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type ConsolePayment, readPaymentAgain } from "../../api/payment.ts";
import { payments } from "../../api/payments.ts";
import { FailureAlert } from "../../app/failure-alert.tsx";
import { amountText } from "../../app/money-text.ts";

export function CancelAction({ payment }: { readonly payment: ConsolePayment }) {
  const [isOpen, { open, close }] = useDisclosure(false);
  return (
    <>
      <Button variant="default" onClick={open}>
        Cancel payment
      </Button>
      <Modal opened={isOpen} onClose={close} title="Cancel this payment?" closeButtonProps={{ "aria-label": "Close" }}>
        <CancelForm payment={payment} close={close} />
      </Modal>
    </>
  );
}

function CancelForm({ payment, close }: { readonly payment: ConsolePayment; readonly close: () => void }) {
  const queries = useQueryClient();
  const cancel = useMutation({
    mutationFn: () => payments.cancel(payment.paymentId),
    onSuccess: () => {
      notifications.show({ message: `${payment.referenceId} is cancelled.` });
      close();
    },
    onSettled: () => readPaymentAgain(queries, payment.paymentId),
  });
  return (
    <Stack gap="md">
      <Text>
        {payment.referenceId} over {amountText(payment.fiatAmount)}: the buyer can not pay it any more. This can not be
        undone; a new payment can be created.
      </Text>
      {cancel.error && <FailureAlert error={cancel.error} />}
      <Group justify="flex-end" gap="xs">
        <Button variant="default" onClick={close} disabled={cancel.isPending} data-autofocus>
          Keep it
        </Button>
        <Button color="red.8" loading={cancel.isPending} onClick={() => cancel.mutate()}>
          Cancel payment
        </Button>
      </Group>
    </Stack>
  );
}
