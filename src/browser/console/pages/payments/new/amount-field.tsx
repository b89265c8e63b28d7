// The amount in large digits. Digits move in from the right, as on a till; phones show our keypad instead of their own.
import { Text, VisuallyHidden } from "@mantine/core";
import { useId } from "react";
import { direction, filledText, locale, messages } from "../../../app/text/language.ts";
import { currencySymbol, fieldText, keyedIn, symbolComesFirst } from "./entry.ts";
import classes from "./new-payment.module.css";

interface AmountFieldProps {
  readonly value: bigint;
  readonly currency: string;
  readonly error: string | null;
  readonly onChange: (value: bigint) => void;
}

/** The amount is laid out from left to right, also in text that runs the other way. */
const symbolSide = (currency: string): "left" | "right" =>
  symbolComesFirst(currency, locale()) === (direction() === "ltr") ? "left" : "right";

export function AmountField({ value, currency, error, onChange }: AmountFieldProps) {
  const id = useId();
  const text = fieldText(value, currency, locale());
  const toEnd = (field: HTMLInputElement) => field.setSelectionRange(field.value.length, field.value.length);
  const enter = (field: HTMLInputElement) => {
    const keyed = keyedIn(field.value);
    // Preact leaves typed text in the field if the value stays the same, as after a letter.
    field.value = fieldText(keyed, currency, locale());
    onChange(keyed);
  };
  return (
    <div>
      <div
        className={classes.amount}
        dir="ltr"
        data-empty={value === 0n || undefined}
        data-symbol={symbolSide(currency)}
      >
        <label htmlFor={id}>
          <span aria-hidden="true" dir="ltr">
            {currencySymbol(currency, locale())}
          </span>
          <VisuallyHidden>{filledText(messages().newPayment.entry.amount, { currency })}</VisuallyHidden>
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
          onChange={(event) => enter(event.currentTarget)}
          onFocus={(event) => toEnd(event.currentTarget)}
          onClick={(event) => toEnd(event.currentTarget)}
          onKeyDown={(event) => toEnd(event.currentTarget)}
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
