// Marking a payment as paid back. It moves no money, and says so.
import { Alert, Button, Group, Modal, Stack, Text, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useDisclosure } from "@mantine/hooks";
import { notifications } from "@mantine/notifications";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type ConsolePayment, readPaymentAgain } from "../../api/payment.ts";
import { payments } from "../../api/payments.ts";
import { FailureAlert } from "../../app/failure-alert.tsx";
import { Icon } from "../../app/icon.tsx";

/** The interface's rule. */
const HASH = /^0x[0-9a-fA-F]{64}$/;

export function RefundAction({ payment }: { readonly payment: ConsolePayment }) {
  const [isOpen, { open, close }] = useDisclosure(false);
  return (
    <>
      <Button variant="default" leftSection={<Icon name="undo" size={16} />} onClick={open}>
        Mark as refunded
      </Button>
      <Modal opened={isOpen} onClose={close} title="Mark as refunded" closeButtonProps={{ "aria-label": "Close" }}>
        <RefundForm payment={payment} close={close} />
      </Modal>
    </>
  );
}

function RefundForm({ payment, close }: { readonly payment: ConsolePayment; readonly close: () => void }) {
  const queries = useQueryClient();
  const form = useForm({
    initialValues: { txHash: "" },
    validate: {
      txHash: (value) =>
        value.trim() === "" || HASH.test(value.trim()) ? null : "0x and 64 hexadecimal digits, or nothing",
    },
  });
  const mark = useMutation({
    mutationFn: (txHash: string) => payments.refund(payment.paymentId, txHash ? { txHash } : {}),
    onSuccess: () => {
      notifications.show({ message: `${payment.referenceId} is marked as refunded.` });
      close();
    },
    onSettled: () => readPaymentAgain(queries, payment.paymentId),
  });
  return (
    <form onSubmit={form.onSubmit(({ txHash }) => mark.mutate(txHash.trim()))}>
      <Stack gap="md">
        <Alert color="orange" variant="light" icon={<Icon name="alert" />} title="No money moves by this">
          Send {payment.buyer ? "the buyer's money back from a wallet of your own" : "the money back yourself"} first.
          The mark says that it is done, in full, and can not be taken back.
        </Alert>
        <TextInput
          label="Transaction that paid it back"
          description="Optional. It is looked up on the payment's chain."
          placeholder="0x…"
          spellCheck={false}
          autoComplete="off"
          data-autofocus
          {...form.getInputProps("txHash")}
        />
        {payment.buyer && (
          <Text size="sm" c="dimmed" style={{ overflowWrap: "anywhere" }}>
            The buyer paid from {payment.buyer.accountCaip10.split(":").at(-1)}.
          </Text>
        )}
        {mark.error && <FailureAlert error={mark.error} />}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={close} disabled={mark.isPending}>
            Not now
          </Button>
          <Button type="submit" loading={mark.isPending}>
            Mark as refunded
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
