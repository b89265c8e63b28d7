// Filters by creation time: a relative period or a custom range.
import { Select } from "@mantine/core";
import { useState } from "react";
import { DaysInput } from "../../app/days-input.tsx";
import { oneOf } from "../../app/url-search.ts";
import { type PaymentSearch, PERIODS, type Period } from "./search.ts";

interface PeriodFilterProps {
  readonly search: PaymentSearch;
  readonly change: (changes: Pick<PaymentSearch, "period" | "startTs" | "endTs">) => void;
}

const OWN = "own";
const CHOICES = [
  { value: "24h", label: "Last 24 hours" },
  { value: "7d", label: "Last 7 days" },
  { value: "30d", label: "Last 30 days" },
  { value: OWN, label: "Custom range" },
] as const satisfies { value: Period | typeof OWN; label: string }[];

export function PeriodFilter({ search, change }: PeriodFilterProps) {
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
        aria-label="Created"
        placeholder="Any time"
        data={[...CHOICES]}
        value={chosen}
        onChange={choose}
        clearable
        clearButtonProps={{ "aria-label": "Clear period" }}
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
