// Asks before a change, and shows why the change failed.
import { Button, Modal, Stack } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { useMutation } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { FailureAlert } from "../failure/failure-alert.tsx";
import { DialogActions } from "./form-dialog.tsx";

interface ConfirmFormProps {
  readonly closeLabel: string;
  readonly confirmLabel: string;
  readonly isDangerous?: boolean;
  /** See FailureAlert. */
  readonly isDecision?: boolean | undefined;
  readonly run: () => Promise<unknown>;
  /** Shown as a notification after the change. */
  readonly done?: string | undefined;
  /** Reads again what the change, or its failure, may have outdated. */
  readonly readAgain: () => Promise<unknown>;
  readonly close: () => void;
  readonly children: ReactNode;
}

interface ConfirmDialogProps extends ConfirmFormProps {
  readonly title: string;
  /** Default: true. */
  readonly isOpen?: boolean;
}

export const ConfirmDialog = ({ title, isOpen = true, ...form }: ConfirmDialogProps) => (
  <Modal opened={isOpen} onClose={form.close} title={title}>
    <ConfirmForm {...form} />
  </Modal>
);

function ConfirmForm({ run, done, readAgain, close, children, ...props }: ConfirmFormProps) {
  const change = useMutation({
    mutationFn: run,
    onSuccess: () => {
      if (done !== undefined) notifications.show({ message: done });
      close();
    },
    onSettled: readAgain,
  });
  return (
    <Stack gap="md">
      {children}
      {change.error && <FailureAlert error={change.error} isDecision={props.isDecision} />}
      <DialogActions>
        <Button variant="default" onClick={close} disabled={change.isPending} data-autofocus>
          {props.closeLabel}
        </Button>
        <Button
          loading={change.isPending}
          onClick={() => change.mutate()}
          {...(props.isDangerous && { color: "red.8" })}
        >
          {props.confirmLabel}
        </Button>
      </DialogActions>
    </Stack>
  );
}
