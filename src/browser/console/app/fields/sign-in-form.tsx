// A form that gives this browser a session: its fields, what went wrong, and its button. Without Mantine, which would
// be most of what the sign-in loads.
import { type FormEvent, type InputHTMLAttributes, type ReactNode, useId, useState } from "react";
import { Icon } from "../display/icon.tsx";
import { FailureAlert } from "../failure/failure-alert.tsx";
import classes from "./sign-in-form.module.css";

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
    <form onSubmit={onSubmit} noValidate={showsFaults} className={classes.stack}>
      {children}
      {failure}
      <button type="submit" className={classes.main} disabled={attempt.isPending} aria-busy={attempt.isPending}>
        {submitLabel}
      </button>
      {note && <p className={classes.note}>{note}</p>}
    </form>
  );
}

interface SignInFieldProps extends InputHTMLAttributes<HTMLInputElement> {
  readonly label: string;
  readonly description?: string;
  /** What is wrong with it. */
  readonly fault: string | false | null;
  readonly enter: (text: string) => void;
}

export function SignInField({ label, description, fault, enter, type = "text", ...input }: SignInFieldProps) {
  const id = useId();
  const [isShown, setShown] = useState(false);
  const isSecret = type === "password";
  const described = [description && `${id}-description`, fault && `${id}-fault`].filter(Boolean).join(" ");
  return (
    <div className={classes.field}>
      <label htmlFor={id}>{label}</label>
      {description && <small id={`${id}-description`}>{description}</small>}
      <span>
        <input
          {...input}
          id={id}
          type={isShown ? "text" : type}
          required
          aria-invalid={Boolean(fault)}
          aria-describedby={described || undefined}
          onChange={(event) => enter(event.currentTarget.value)}
        />
        {isSecret && (
          <button type="button" tabIndex={-1} aria-hidden="true" onClick={() => setShown(!isShown)}>
            <Icon name={isShown ? "hidden" : "shown"} />
          </button>
        )}
      </span>
      {fault && (
        <small id={`${id}-fault`} className={classes.fault}>
          {fault}
        </small>
      )}
    </div>
  );
}
