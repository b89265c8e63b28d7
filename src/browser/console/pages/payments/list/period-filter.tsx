// Filters by creation time: a relative period or a custom range.
import { Select } from "@mantine/core";
import { useState } from "react";
import { DaysInput } from "../../../app/fields/days-input.tsx";
import { oneOf } from "../../../app/list/url-search.ts";
import { messages } from "../../../app/text/language.ts";
import { periodText } from "../../../app/text/money-text.ts";
import { type PaymentSearch, PERIODS, type Period } from "./search.ts";

interface PeriodFilterProps {
  readonly search: PaymentSearch;
  readonly change: (changes: Pick<PaymentSearch, "period" | "startTs" | "endTs">) => void;
}

const OWN = "own";
const CHOICES = ["24h", "7d", "30d", OWN] as const satisfies (Period | typeof OWN)[];

export function PeriodFilter({ search, change }: PeriodFilterProps) {
  const { filters: texts } = messages().payments;
  const { period, startTs, endTs } = search;
  const hasDays = startTs !== undefined || endTs !== undefined;
  const [wantsDays, setWantsDays] = useState(hasDays);
  const chosen = period ?? (hasDays || wantsDays ? OWN : null);
  const choose = (value: string | null) => {
    setWantsDays(value === OWN);
    if (value === OWN) return;
    change({ period: oneOf(Object.keys(PERIODS) as Period[], value), startTs: undefined, endTs: undefined });
  };
  return (
    <>
      <Select
        aria-label={texts.created}
        placeholder={texts.anyTime}
        data={CHOICES.map((value) => ({ value, label: periodText(texts.periods[value]) }))}
        value={chosen}
        onChange={choose}
        clearable
        clearButtonProps={{ "aria-label": texts.clearPeriod }}
      />
      {chosen === OWN && (
        <DaysInput
          days={{ start: startTs, end: endTs }}
          onChange={({ start, end }) => change({ period: undefined, startTs: start, endTs: end })}
        />
      )}
    </>
  );
}
