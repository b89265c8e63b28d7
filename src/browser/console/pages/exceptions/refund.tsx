// Sends the money of an exception back, by a refund that an account of the merchant signs.
import { Button, Modal, Text } from "@mantine/core";
import type { ListedException } from "../../api/exceptions.ts";
import type { ConsoleRefund } from "../../api/refunds/refunds.ts";
import { Icon } from "../../app/display/icon.tsx";
import { AnchorLink } from "../../app/display/links.tsx";
import { useHeldDialog } from "../../app/layout/held-dialog.tsx";
import { messages } from "../../app/text/language.ts";
import { RefundForm } from "../payments/one/refund-form.tsx";
import { subjectOfException } from "../payments/one/refund-values.ts";

export function RefundAction({ exception }: { readonly exception: ListedException }) {
  const { form: texts } = messages().refunds;
  const openDialog = useHeldDialog();
  const subject = subjectOfException(exception);
  if (!subject) return null;
  const open = () =>
    openDialog((close) => (
      <Modal opened onClose={close} title={texts.action}>
        <RefundForm subject={subject} close={close} />
      </Modal>
    ));
  return (
    <Button leftSection={<Icon name="undo" size={16} />} onClick={open}>
      {texts.action}
    </Button>
  );
}

/** The refund that sends its money back, and has not ended. */
export function OpenRefund({ refund }: { readonly refund: ConsoleRefund }) {
  const { exceptions: texts, refunds } = messages();
  return (
    <Text size="sm">
      {texts.refundOpen}{" "}
      <AnchorLink to="/refunds" fz="inherit">
        {refunds.status[refund.status]}
      </AnchorLink>
    </Text>
  );
}
