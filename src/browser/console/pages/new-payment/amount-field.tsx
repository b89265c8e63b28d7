// The amount in large digits. Digits move in from the right, as on a till; phones show our keypad instead of their own.
import { Text, VisuallyHidden } from "@mantine/core";
import { useId } from "react";
import { currencySymbol, fieldText, keyedIn } from "./entry.ts";
import classes from "./new-payment.module.css";

interface AmountFieldProps {
  readonly value: bigint;
  readonly currency: string;
  readonly error: string | null;
  readonly onChange: (value: bigint) => void;
}

export function AmountField({ value, currency, error, onChange }: AmountFieldProps) {
  const id = useId();
  const text = fieldText(value, currency);
  const toEnd = (field: HTMLInputElement) => field.setSelectionRange(field.value.length, field.value.length);
  return (
    <div>
      <div className={classes.amount} data-empty={value === 0n || undefined}>
        <label htmlFor={id}>
          <span aria-hidden="true">{currencySymbol(currency)}</span>
          <VisuallyHidden>Amount in {currency}</VisuallyHidden>
        </label>
        <input
          id={id}
          name="amount"
          inputMode="none"
          autoComplete="off"
          value={text}
          size={Math.max(text.length, 1)}
          aria-invalid={error !== null}
          aria-describedby={error === null ? undefined : `${id}-error`}
          onChange={(event) => onChange(keyedIn(event.currentTarget.value))}
          onSelect={(event) => toEnd(event.currentTarget)}
        />
      </div>
      {error !== null && (
        <Text id={`${id}-error`} role="alert" c="var(--bad)" size="sm" ta="center" mt="xs">
          {error}
        </Text>
      )}
    </div>
  );
}
