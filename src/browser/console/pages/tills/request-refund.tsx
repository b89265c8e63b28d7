// A till asks for a refund of one of its sales. A manager signs it in the console.
import { Badge, Button, Modal } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { isOpenRefund } from "../../../../payment/refund.ts";
import { readPayment } from "../../api/payment.ts";
import type { ListedPayment } from "../../api/payments.ts";
import { RefundBadge } from "../../app/display/status.tsx";
import { FailureNote, LoadingBox } from "../../app/failure/states.tsx";
import { filledText, messages } from "../../app/text/language.ts";
import { RefundForm } from "../payments/one/refund-form.tsx";
import { leftOf, subjectOf } from "../payments/one/refund-values.ts";

/** What went back of a sale, and what a manager still has to sign. */
export function RefundState({ sale }: { readonly sale: ListedPayment }) {
  const isWaiting = sale.refunds?.some(({ status }) => isOpenRefund(status)) ?? false;
  return (
    <>
      <RefundBadge payment={sale} />
      {isWaiting && (
        <Badge variant="default" tt="none">
          {messages().till.refund.waiting}
        </Badge>
      )}
    </>
  );
}

/** Nothing if nothing of the sale is left to be refunded. */
export function RequestRefund({ sale }: { readonly sale: ListedPayment }) {
  const { refund: texts } = messages().till;
  const [isOpen, setOpen] = useState(false);
  const close = () => setOpen(false);
  if (sale.status !== "succeeded" || leftOf(sale).token.value === "0") return null;
  return (
    <>
      <Button
        size="xs"
        variant="default"
        onClick={() => setOpen(true)}
        aria-label={filledText(texts.named, { reference: sale.referenceId })}
      >
        {texts.short}
      </Button>
      <Modal opened={isOpen} onClose={close} title={texts.action}>
        <Form sale={sale} close={close} />
      </Modal>
    </>
  );
}

function Form({ sale, close }: { readonly sale: ListedPayment; readonly close: () => void }) {
  const payment = useQuery({
    queryKey: ["payment", sale.paymentId, "sold", "refund"],
    queryFn: ({ signal }) => readPayment(sale.paymentId, signal),
  });
  if (payment.data) return <RefundForm subject={subjectOf(payment.data)} close={close} />;
  if (payment.error) return <FailureNote error={payment.error} retry={() => void payment.refetch()} />;
  return <LoadingBox height={240} />;
}
