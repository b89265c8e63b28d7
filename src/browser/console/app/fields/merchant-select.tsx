// Picks one of the partner's merchants, searching on the server.
import { Select } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { typedText } from "../../../../money/typed-text.ts";
import { merchants } from "../../api/merchants.ts";
import { messages } from "../text/language.ts";

export interface ChosenMerchant {
  readonly id: string;
  readonly name: string;
}

/** Shown initially; typing finds the rest. */
const SHOWN_MAX = 50;
/** Delay after the last keystroke. */
const TYPING_MS = 200;

/** @param isPast whether merchants count that are no longer active, but have a past */
export const useMerchantChoices = (search: string, isPast = false) =>
  useQuery({
    queryKey: ["merchants", "choices", search, isPast],
    queryFn: ({ signal }) =>
      merchants.listPage(
        { ...(!isPast && { status: "active" }), limit: SHOWN_MAX, ...(search !== "" && { search }) },
        { signal },
      ),
    placeholderData: keepPreviousData,
  });

/** The partner's merchant if it has exactly one; null also until that is known. */
export function useOnlyMerchant(isPast = false): ChosenMerchant | null {
  const [only, ...others] = useMerchantChoices("", isPast).data?.merchants ?? [];
  return only && others.length === 0 ? only : null;
}

interface MerchantSelectProps {
  readonly value: ChosenMerchant | null;
  readonly error?: string | null;
  /** Default: active merchants only. */
  readonly isPast?: boolean;
  readonly onChange: (merchant: ChosenMerchant) => void;
}

export function MerchantSelect({ value, error, isPast = false, onChange }: MerchantSelectProps) {
  const { merchants: texts } = messages();
  // Null until something is typed or chosen here: a value that comes later shows its name.
  const [entered, setEntered] = useState<string | null>(null);
  const typed = entered ?? value?.name ?? "";
  const [search] = useDebouncedValue(typedText(typed) === value?.name ? "" : typedText(typed), TYPING_MS);
  const { data } = useMerchantChoices(search, isPast);
  const found = data?.merchants ?? [];
  const known = new Map([...(value ? [value] : []), ...found].map(({ id, name }) => [id, { id, name }]));
  return (
    <Select
      label={texts.select.label}
      size="md"
      searchable
      allowDeselect={false}
      // An error that leads the focus here stays in view.
      openOnFocus={false}
      styles={{ input: { textOverflow: "ellipsis" } }}
      placeholder={texts.search}
      nothingFoundMessage={texts.select.noMatch}
      data={[...known.values()].map(({ id, name }) => ({ value: id, label: name }))}
      filter={({ options }) => options}
      value={value?.id ?? null}
      searchValue={typed}
      onSearchChange={setEntered}
      error={error}
      onChange={(id) => {
        const chosen = id === null ? undefined : known.get(id);
        if (chosen) onChange(chosen);
      }}
    />
  );
}
