// Asks before a refund is changed, and shows why the change failed.
import { Button, Modal, Stack } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { useMutation } from "@tanstack/react-query";
import type { ReactNode } from "react";
import type { ConsoleRefund } from "../../api/refunds/refunds.ts";
import { FailureAlert } from "../../app/failure/failure-alert.tsx";
import { DialogActions } from "../../app/fields/form-dialog.tsx";
import { messages } from "../../app/text/language.ts";
import { useReadRefundAgain } from "./wallet/use-run.ts";

interface DecisionProps {
  readonly refund: ConsoleRefund;
  readonly texts: { readonly question: string; readonly action: string; readonly done: string };
  readonly close: () => void;
  readonly run: () => Promise<unknown>;
  readonly children: ReactNode;
}

export function Decision({ refund, texts, close, run, children }: DecisionProps) {
  const { app } = messages();
  const readAgain = useReadRefundAgain();
  const change = useMutation({
    mutationFn: run,
    onSuccess: () => {
      notifications.show({ message: texts.done });
      close();
    },
    onSettled: () => readAgain(refund.paymentId),
  });
  return (
    <Modal opened onClose={close} title={texts.question}>
      <Stack gap="md">
        {children}
        {change.error && <FailureAlert error={change.error} />}
        <DialogActions>
          <Button variant="default" onClick={close} disabled={change.isPending} data-autofocus>
            {app.close}
          </Button>
          <Button loading={change.isPending} onClick={() => change.mutate()}>
            {texts.action}
          </Button>
        </DialogActions>
      </Stack>
    </Modal>
  );
}
