// Marks a payment as refunded. This doesn't move any money, and the dialog says so.
import { Alert, Button, Group, Stack, Text } from "@mantine/core";
import { useForm } from "@mantine/form";
import { notifications } from "@mantine/notifications";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { typedCode } from "../../../../../money/typed-text.ts";
import { type ConsolePayment, readPaymentAgain } from "../../../api/payment.ts";
import { payments } from "../../../api/payments.ts";
import { Icon } from "../../../app/display/icon.tsx";
import { FailureAlert } from "../../../app/failure/failure-alert.tsx";
import { isTransactionHash, TransactionInput } from "../../../app/fields/transaction-input.tsx";
import { filledText, messages } from "../../../app/text/language.ts";

export function MarkRefunded({ payment, close }: { readonly payment: ConsolePayment; readonly close: () => void }) {
  const {
    app,
    payment: { refund: texts },
  } = messages();
  const queries = useQueryClient();
  const form = useForm({
    initialValues: { txHash: "" },
    validate: {
      txHash: (value) => (typedCode(value) === "" || isTransactionHash(value) ? null : texts.invalid),
    },
  });
  const mark = useMutation({
    mutationFn: (txHash: string) => payments.refund(payment.paymentId, txHash ? { txHash } : {}),
    onSuccess: () => {
      notifications.show({ message: filledText(texts.done, { reference: payment.referenceId }) });
      close();
    },
    onSettled: () => readPaymentAgain(queries, payment.paymentId),
  });
  return (
    <form onSubmit={form.onSubmit(({ txHash }) => mark.mutate(typedCode(txHash)))}>
      <Stack gap="md">
        <Alert color="orange" variant="light" icon={<Icon name="alert" />} title={texts.noMoney}>
          {texts.noMoneyText}
        </Alert>
        <TransactionInput
          label={texts.transaction}
          description={texts.transactionText}
          {...form.getInputProps("txHash")}
        />
        {payment.buyer && (
          <Text size="sm" c="dimmed" style={{ overflowWrap: "anywhere" }}>
            {filledText(texts.paidFrom, { address: payment.buyer.accountCaip10.split(":").at(-1) ?? "" })}
          </Text>
        )}
        {payment.deposits && (
          <Text size="sm" c="dimmed">
            {messages().payment.deposits.sender}
          </Text>
        )}
        {mark.error && <FailureAlert error={mark.error} />}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={close} disabled={mark.isPending}>
            {app.cancel}
          </Button>
          <Button type="submit" loading={mark.isPending}>
            {texts.action}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
