// A form in a dialog whose change is confirmed in another one. While that is open, this one is hidden, not lost.
import { Button, Group, Modal, Stack } from "@mantine/core";
import { type FormEvent, type ReactNode, useState } from "react";
import { messages } from "../text/language.ts";
import classes from "./form-dialog.module.css";

interface FormDialogProps {
  readonly title: string;
  /** Default: true. */
  readonly isOpen?: boolean;
  readonly close: () => void;
  /** Asks for the confirmation; null if the form is not complete. */
  readonly submit: () => Promise<void> | null;
  /** Default: "Continue". */
  readonly submitLabel?: string;
  /** Default: true. */
  readonly canSubmit?: boolean;
  readonly isDangerous?: boolean;
  /** The form shows its faults itself, instead of the browser. */
  readonly showsFaults?: boolean;
  readonly children: ReactNode;
}

export function FormDialog(props: FormDialogProps) {
  const { app: texts } = messages();
  const { title, isOpen = true, close, submit, submitLabel = texts.continue, canSubmit = true, children } = props;
  const [isAsking, setAsking] = useState(false);
  const onSubmit = async (event: FormEvent) => {
    event.preventDefault();
    const asked = submit();
    if (asked === null) return;
    setAsking(true);
    await asked.finally(() => setAsking(false));
  };
  return (
    <Modal opened={isOpen && !isAsking} onClose={close} title={title}>
      <form onSubmit={(event) => void onSubmit(event)} noValidate={props.showsFaults ?? false}>
        <Stack gap="md">
          {children}
          <DialogActions>
            <Button variant="default" onClick={close}>
              {texts.cancel}
            </Button>
            <Button type="submit" disabled={!canSubmit} {...(props.isDangerous && { color: "red.8" })}>
              {submitLabel}
            </Button>
          </DialogActions>
        </Stack>
      </form>
    </Modal>
  );
}

/** A dialog's buttons, which stay in view while a long form scrolls. */
export const DialogActions = ({ children }: { readonly children: ReactNode }) => (
  <Group justify="flex-end" gap="xs" className={classes.actions ?? ""}>
    {children}
  </Group>
);
