// A tip, chosen as a percentage of the amount.
import { SegmentedControl, Stack, Text } from "@mantine/core";
import { useId } from "react";
import { locale, messages } from "../../../app/text/language.ts";

const PERCENTAGES = [0, 5, 10, 15, 20] as const;

const percentText = (percentage: number): string =>
  new Intl.NumberFormat(locale(), { style: "unit", unit: "percent" }).format(percentage);

interface TipChoiceProps {
  readonly percentage: number;
  /** The text that is shown. */
  readonly tip: string;
  readonly onChange: (percentage: number) => void;
}

export function TipChoice({ percentage, tip, onChange }: TipChoiceProps) {
  const { entry: texts } = messages().newPayment;
  const id = useId();
  return (
    <Stack gap={4}>
      <Text size="sm" fw={500} id={id}>
        {percentage === 0 ? texts.tip : `${texts.tip} · ${tip}`}
      </Text>
      <SegmentedControl
        aria-labelledby={id}
        fullWidth
        size="md"
        styles={{ label: { paddingInline: 2, whiteSpace: "normal" } }}
        data={PERCENTAGES.map((each) => ({
          value: String(each),
          label: each === 0 ? texts.noTip : percentText(each),
        }))}
        value={String(percentage)}
        onChange={(chosen) => onChange(Number(chosen))}
      />
    </Stack>
  );
}
