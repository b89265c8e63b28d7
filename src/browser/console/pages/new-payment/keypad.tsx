// The on-screen keys. Keyboards type into the field itself (amount-field.tsx).
import { Button, SimpleGrid } from "@mantine/core";
import { withKey, withoutLastKey } from "./entry.ts";
import classes from "./new-payment.module.css";

const KEYS = ["1", "2", "3", "4", "5", "6", "7", "8", "9", "00", "0"] as const;

interface KeypadProps {
  readonly value: bigint;
  readonly onChange: (value: bigint) => void;
}

export function Keypad({ value, onChange }: KeypadProps) {
  return (
    <SimpleGrid cols={3} spacing="xs" verticalSpacing="xs" role="group" aria-label="Keypad">
      {KEYS.map((key) => (
        <Button key={key} variant="default" className={classes.key ?? ""} onClick={() => onChange(withKey(value, key))}>
          {key}
        </Button>
      ))}
      <Button
        variant="default"
        className={classes.key ?? ""}
        aria-label="Delete last digit"
        onClick={() => onChange(withoutLastKey(value))}
      >
        ⌫
      </Button>
    </SimpleGrid>
  );
}
