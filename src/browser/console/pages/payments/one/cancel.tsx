import { Button, Text } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { useQueryClient } from "@tanstack/react-query";
import { type ConsolePayment, readPaymentAgain } from "../../../api/payment.ts";
import { payments } from "../../../api/payments.ts";
import { ConfirmDialog } from "../../../app/fields/confirm-dialog.tsx";
import { filledText, messages } from "../../../app/text/language.ts";
import { amountText } from "../../../app/text/money-text.ts";

export function CancelAction({ payment }: { readonly payment: ConsolePayment }) {
  const { cancel: texts } = messages().payment;
  const queries = useQueryClient();
  const [isOpen, { open, close }] = useDisclosure(false);
  const { paymentId, referenceId: reference } = payment;
  return (
    <>
      <Button variant="default" onClick={open}>
        {texts.action}
      </Button>
      <ConfirmDialog
        title={texts.question}
        isOpen={isOpen}
        close={close}
        closeLabel={texts.keep}
        confirmLabel={texts.action}
        isDangerous
        run={() => payments.cancel(paymentId)}
        done={filledText(texts.done, { reference })}
        readAgain={() => readPaymentAgain(queries, paymentId)}
      >
        <Text>{filledText(texts.text, { amount: amountText(payment.fiatAmount), reference })}</Text>
      </ConfirmDialog>
    </>
  );
}
