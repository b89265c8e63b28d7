// The on-screen keys. Keyboards type into the field itself (use-keyboard.ts).
import { Button, SimpleGrid } from "@mantine/core";
import { locale, messages } from "../../../app/text/language.ts";
import { keyText, withKey, withoutLastKey } from "./entry.ts";
import classes from "./new-payment.module.css";

const KEYS = ["1", "2", "3", "4", "5", "6", "7", "8", "9", "00", "0"] as const;

interface KeypadProps {
  readonly value: bigint;
  readonly onChange: (value: bigint) => void;
}

export function Keypad({ value, onChange }: KeypadProps) {
  const { entry: texts } = messages().newPayment;
  return (
    <SimpleGrid
      className={classes.keypad ?? ""}
      cols={3}
      spacing="xs"
      verticalSpacing="xs"
      dir="ltr"
      role="group"
      aria-label={texts.keypad}
      onMouseDown={(event) => event.preventDefault()} // a tap leaves the focus, and so Enter, where it is
    >
      {KEYS.map((key) => (
        <Button key={key} variant="default" className={classes.key ?? ""} onClick={() => onChange(withKey(value, key))}>
          {keyText(key, locale())}
        </Button>
      ))}
      <Button
        variant="default"
        className={classes.key ?? ""}
        aria-label={texts.deleteDigit}
        onClick={() => onChange(withoutLastKey(value))}
      >
        ⌫
      </Button>
    </SimpleGrid>
  );
}
