// Completes a refund by a transaction that was sent by hand.
import { Button, Modal, Stack, Text } from "@mantine/core";
import { useForm } from "@mantine/form";
import { notifications } from "@mantine/notifications";
import { useMutation } from "@tanstack/react-query";
import { typedCode } from "../../../../money/typed-text.ts";
import { type ConsoleRefund, completeRefund } from "../../api/refunds/refunds.ts";
import { FailureAlert } from "../../app/failure/failure-alert.tsx";
import { DialogActions } from "../../app/fields/form-dialog.tsx";
import { isTransactionHash, TransactionInput } from "../../app/fields/transaction-input.tsx";
import { filledText, messages } from "../../app/text/language.ts";
import { exactAmountText } from "../../app/text/money-text.ts";
import { LargeAddress } from "./large-address.tsx";
import { useReadRefundAgain } from "./wallet/use-run.ts";

export function Complete({ refund, close }: { readonly refund: ConsoleRefund; readonly close: () => void }) {
  const {
    app,
    payment: { refund: mark },
    refunds: { complete: texts },
  } = messages();
  const readAgain = useReadRefundAgain();
  const form = useForm({
    initialValues: { txHash: "" },
    validate: { txHash: (value) => (isTransactionHash(value) ? null : texts.invalid) },
  });
  const complete = useMutation({
    mutationFn: (txHash: string) => completeRefund(refund.refundId, txHash),
    onSuccess: () => {
      notifications.show({ message: texts.done });
      close();
    },
    onSettled: () => readAgain(refund.paymentId),
  });
  return (
    <Modal opened onClose={close} title={texts.title}>
      <form noValidate onSubmit={form.onSubmit(({ txHash }) => complete.mutate(typedCode(txHash)))}>
        <Stack gap="md">
          <Text>{filledText(texts.text, { amount: exactAmountText(refund.amount) })}</Text>
          {refund.to && <LargeAddress account={refund.to} />}
          <TransactionInput label={mark.transaction} {...form.getInputProps("txHash")} />
          {complete.error && <FailureAlert error={complete.error} isDecision />}
          <DialogActions>
            <Button variant="default" onClick={close} disabled={complete.isPending}>
              {app.close}
            </Button>
            <Button type="submit" loading={complete.isPending}>
              {texts.action}
            </Button>
          </DialogActions>
        </Stack>
      </form>
    </Modal>
  );
}
