import { Button, Group, Modal, Stack, Text } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { notifications } from "@mantine/notifications";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type ConsolePayment, readPaymentAgain } from "../../../api/payment.ts";
import { payments } from "../../../api/payments.ts";
import { FailureAlert } from "../../../app/failure/failure-alert.tsx";
import { filledText, messages } from "../../../app/text/language.ts";
import { amountText } from "../../../app/text/money-text.ts";

export function CancelAction({ payment }: { readonly payment: ConsolePayment }) {
  const { cancel: texts } = messages().payment;
  const [isOpen, { open, close }] = useDisclosure(false);
  return (
    <>
      <Button variant="default" onClick={open}>
        {texts.action}
      </Button>
      <Modal opened={isOpen} onClose={close} title={texts.question}>
        <CancelForm payment={payment} close={close} />
      </Modal>
    </>
  );
}

function CancelForm({ payment, close }: { readonly payment: ConsolePayment; readonly close: () => void }) {
  const { cancel: texts } = messages().payment;
  const queries = useQueryClient();
  const { referenceId: reference } = payment;
  const cancel = useMutation({
    mutationFn: () => payments.cancel(payment.paymentId),
    onSuccess: () => {
      notifications.show({ message: filledText(texts.done, { reference }) });
      close();
    },
    onSettled: () => readPaymentAgain(queries, payment.paymentId),
  });
  return (
    <Stack gap="md">
      <Text>{filledText(texts.text, { amount: amountText(payment.fiatAmount), reference })}</Text>
      {cancel.error && <FailureAlert error={cancel.error} />}
      <Group justify="flex-end" gap="xs">
        <Button variant="default" onClick={close} disabled={cancel.isPending} data-autofocus>
          {texts.keep}
        </Button>
        <Button color="red.8" loading={cancel.isPending} onClick={() => cancel.mutate()}>
          {texts.action}
        </Button>
      </Group>
    </Stack>
  );
}
