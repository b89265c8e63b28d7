// Opens the request of a refund, from which the mark of one that was sent by hand can be reached.
import { Button, Modal } from "@mantine/core";
import { useState } from "react";
import type { ConsolePayment } from "../../../api/payment.ts";
import { Icon } from "../../../app/display/icon.tsx";
import { messages } from "../../../app/text/language.ts";
import { MarkRefunded } from "./mark-refunded.tsx";
import { RefundForm } from "./refund-form.tsx";
import { subjectOf } from "./refund-values.ts";

export function RefundAction({ payment }: { readonly payment: ConsolePayment }) {
  const {
    payment: { refund: mark },
    refunds: { form: texts },
  } = messages();
  const [shown, setShown] = useState<"refund" | "mark" | null>(null);
  const close = () => setShown(null);
  const isUntouched = (payment.refunds ?? []).every(({ status }) => status === "failed" || status === "cancelled");
  return (
    <>
      <Button variant="default" leftSection={<Icon name="undo" size={16} />} onClick={() => setShown("refund")}>
        {texts.action}
      </Button>
      <Modal opened={shown !== null} onClose={close} title={shown === "mark" ? mark.action : texts.action}>
        {shown === "mark" ? (
          <MarkRefunded payment={payment} close={close} />
        ) : (
          <RefundForm
            subject={subjectOf(payment)}
            close={close}
            {...(isUntouched && { onMark: () => setShown("mark") })}
          />
        )}
      </Modal>
    </>
  );
}
