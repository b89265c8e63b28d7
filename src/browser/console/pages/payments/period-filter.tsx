// When payments were created: the last hours or days as they pass, or days of one's own choice.
import { Select } from "@mantine/core";
import { DatePickerInput } from "@mantine/dates";
import "@mantine/dates/styles.layer.css";
import dayjs from "dayjs";
import { useState } from "react";
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
  { value: OWN, label: "Days of my choice" },
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
        clearButtonProps={{ "aria-label": "Clear the time" }}
      />
      {chosen === OWN && <DaysFilter startTs={startTs} endTs={endTs} change={change} />}
    </>
  );
}

interface DaysFilterProps {
  readonly startTs: string | undefined;
  readonly endTs: string | undefined;
  readonly change: PeriodFilterProps["change"];
}

/** Whole days where the reader lives; the interface's upper bound is the moment that the last of them ends. */
function DaysFilter({ startTs, endTs, change }: DaysFilterProps) {
  const [days, setDays] = useState<[string | null, string | null]>(() => [
    startTs === undefined ? null : dayjs(startTs).format("YYYY-MM-DD"),
    endTs === undefined ? null : dayjs(endTs).subtract(1, "ms").format("YYYY-MM-DD"),
  ]);
  const choose = (next: [string | null, string | null]) => {
    setDays(next);
    const [first, last] = next;
    if (first !== null && last === null) return; // the second press is still to come
    change({
      period: undefined,
      startTs: first === null ? undefined : dayjs(first).startOf("day").toISOString(),
      endTs: last === null ? undefined : dayjs(last).add(1, "day").startOf("day").toISOString(),
    });
  };
  return (
    <DatePickerInput
      type="range"
      aria-label="From the first to the last day"
      placeholder="First to last day"
      valueFormat="D MMM YYYY"
      allowSingleDateInRange
      maxDate={dayjs().format("YYYY-MM-DD")}
      value={days}
      onChange={choose}
      clearable
      clearButtonProps={{ "aria-label": "Clear the days" }}
    />
  );
}
