// Picks one of the partner's merchants that may take payments; all of them are found by search, however many there are.
import { Select } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { merchants } from "../../api/merchants.ts";

export interface ChosenMerchant {
  readonly id: string;
  readonly name: string;
}

/** Shown at once; more are found by typing. */
const SHOWN_MAX = 50;
/** While one types, nothing is asked. */
const TYPING_MS = 200;

export const useMerchantChoices = (search: string) =>
  useQuery({
    queryKey: ["merchants", "choices", search],
    queryFn: ({ signal }) =>
      merchants.listPage({ status: "active", limit: SHOWN_MAX, ...(search !== "" && { search }) }, { signal }),
    placeholderData: keepPreviousData,
  });

interface MerchantSelectProps {
  readonly value: ChosenMerchant | null;
  readonly error?: string | null;
  readonly onChange: (merchant: ChosenMerchant) => void;
}

export function MerchantSelect({ value, error, onChange }: MerchantSelectProps) {
  const [typed, setTyped] = useState(value?.name ?? "");
  const [search] = useDebouncedValue(typed.trim() === value?.name ? "" : typed.trim(), TYPING_MS);
  const { data } = useMerchantChoices(search);
  const found = data?.merchants ?? [];
  const known = new Map([...(value ? [value] : []), ...found].map(({ id, name }) => [id, { id, name }]));
  return (
    <Select
      label="Merchant"
      size="md"
      searchable
      allowDeselect={false}
      placeholder="Search by name or id"
      nothingFoundMessage="No active merchant has this in its name or id"
      data={[...known.values()].map(({ id, name }) => ({ value: id, label: name }))}
      filter={({ options }) => options}
      value={value?.id ?? null}
      searchValue={typed}
      onSearchChange={setTyped}
      error={error}
      onChange={(id) => {
        const chosen = id === null ? undefined : known.get(id);
        if (chosen) onChange(chosen);
      }}
    />
  );
}
