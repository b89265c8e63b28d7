// A range of whole days in the reader's time zone.
import { DatePickerInput } from "@mantine/dates";
import "@mantine/dates/styles.layer.css";
import dayjs from "dayjs";
import "dayjs/locale/ar";
import "dayjs/locale/de";
import "dayjs/locale/es";
import "dayjs/locale/zh";
import { useState } from "react";
import { language, messages } from "../text/language.ts";

export interface Days {
  /** Start of the first day, RFC 3339. */
  readonly start: string | undefined;
  /** End of the last day, exclusive, RFC 3339. */
  readonly end: string | undefined;
}

const FORM = "YYYY-MM-DD";

export function DaysInput({ days, onChange }: { readonly days: Days; readonly onChange: (days: Days) => void }) {
  const [chosen, setChosen] = useState<[string | null, string | null]>(() => [
    days.start === undefined ? null : dayjs(days.start).format(FORM),
    days.end === undefined ? null : dayjs(days.end).subtract(1, "ms").format(FORM),
  ]);
  const { days: texts } = messages().app;
  const choose = (next: [string | null, string | null]) => {
    setChosen(next);
    const [first, last] = next;
    if (first !== null && last === null) return; // the end of the range is still missing
    onChange({
      start: first === null ? undefined : dayjs(first).startOf("day").toISOString(),
      end: last === null ? undefined : dayjs(last).add(1, "day").startOf("day").toISOString(),
    });
  };
  return (
    <DatePickerInput
      type="range"
      aria-label={texts.label}
      placeholder={texts.label}
      styles={{ placeholder: { color: "var(--mantine-color-dimmed)" } }}
      locale={language()}
      valueFormat={texts.format}
      allowSingleDateInRange
      maxDate={dayjs().format(FORM)}
      value={chosen}
      onChange={choose}
      clearable
      clearButtonProps={{ "aria-label": texts.clear }}
    />
  );
}
