import { Button, Group, Modal, Stack, Text } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { notifications } from "@mantine/notifications";
import { useMutation } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { type PaymentLink, paymentLinks } from "../../api/payment-links.ts";
import { FailureAlert, failureNotice } from "../../app/failure/failure-alert.tsx";
import { useReadAgain } from "../../app/loading/read-again.ts";
import { messages } from "../../app/text/language.ts";

export function LinkActions({ link: { id, enabled } }: { readonly link: PaymentLink }) {
  const { paymentLink: texts } = messages();
  const readAgain = useReadAgain("payment-links");
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
      <Modal opened={isOpen} onClose={close} title={texts.remove.question}>
        <Deletion id={id} close={close} />
      </Modal>
    </>
  );
}

function Deletion({ id, close }: { readonly id: string; readonly close: () => void }) {
  const { remove: texts } = messages().paymentLink;
  const readAgain = useReadAgain("payment-links");
  const navigate = useNavigate();
  const removal = useMutation({
    mutationFn: () => paymentLinks.delete(id),
    onSuccess: async () => {
      await navigate({ to: "/payment-links" });
      await readAgain();
    },
  });
  return (
    <Stack gap="md">
      <Text>{texts.text}</Text>
      {removal.error && <FailureAlert error={removal.error} />}
      <Group justify="flex-end" gap="xs">
        <Button variant="default" onClick={close} disabled={removal.isPending} data-autofocus>
          {texts.keep}
        </Button>
        <Button color="red.8" loading={removal.isPending} onClick={() => removal.mutate()}>
          {texts.confirm}
        </Button>
      </Group>
    </Stack>
  );
}
