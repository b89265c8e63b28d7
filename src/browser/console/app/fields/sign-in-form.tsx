// A form that gives this browser a session: its fields, what went wrong, and its button.
import { Button, Stack } from "@mantine/core";
import type { FormEvent, ReactNode } from "react";
import { FailureAlert } from "../failure/failure-alert.tsx";

interface SignInFormProps {
  /** A mutation. */
  readonly attempt: { readonly error: unknown; readonly isPending: boolean };
  readonly submit: () => void;
  readonly submitLabel: string;
  /** The fields, with their faults. */
  readonly children: ReactNode;
  /** Shown instead of the attempt's failure; null if a field shows it. */
  readonly failure?: ReactNode | undefined;
  /** The form shows its faults itself, instead of the browser. */
  readonly showsFaults?: boolean;
  /** Below the button. */
  readonly note?: ReactNode;
}

export function SignInForm(props: SignInFormProps) {
  const { attempt, submit, submitLabel, children, showsFaults = false, note } = props;
  const { failure = attempt.error !== null && <FailureAlert error={attempt.error} /> } = props;
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    submit();
  };
  return (
    <form onSubmit={onSubmit} noValidate={showsFaults}>
      <Stack gap="md">
        {children}
        {failure}
        <Button type="submit" size="md" fullWidth loading={attempt.isPending}>
          {submitLabel}
        </Button>
        {note}
      </Stack>
    </form>
  );
}
