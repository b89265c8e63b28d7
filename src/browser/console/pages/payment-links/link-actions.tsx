import { Button, Text } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { notifications } from "@mantine/notifications";
import { useMutation } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { type PaymentLink, paymentLinks } from "../../api/payment-links.ts";
import { failureNotice } from "../../app/failure/failure-alert.tsx";
import { ConfirmDialog } from "../../app/fields/confirm-dialog.tsx";
import { useReadAgain } from "../../app/loading/read-again.ts";
import { messages } from "../../app/text/language.ts";

export function LinkActions({ link: { id, enabled } }: { readonly link: PaymentLink }) {
  const { paymentLink: texts } = messages();
  const readAgain = useReadAgain("payment-links");
  const navigate = useNavigate();
  const [isOpen, { open, close }] = useDisclosure(false);
  const change = useMutation({
    mutationFn: () => paymentLinks.update(id, { enabled: !enabled }),
    onError: (error) => {
      notifications.show(failureNotice(error));
    },
    onSettled: readAgain,
  });
  return (
    <>
      <Button variant="default" loading={change.isPending} onClick={() => change.mutate()}>
        {enabled ? texts.disable : texts.enable}
      </Button>
      <Button variant="default" onClick={open}>
        {texts.remove.button}
      </Button>
      <ConfirmDialog
        title={texts.remove.question}
        isOpen={isOpen}
        close={close}
        closeLabel={texts.remove.keep}
        confirmLabel={texts.remove.confirm}
        isDangerous
        run={async () => {
          await paymentLinks.delete(id);
          await navigate({ to: "/payment-links" });
        }}
        readAgain={readAgain}
      >
        <Text>{texts.remove.text}</Text>
      </ConfirmDialog>
    </>
  );
}
