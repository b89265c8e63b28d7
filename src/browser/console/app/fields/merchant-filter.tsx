import { MultiSelect } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { typedText } from "../../../../money/typed-text.ts";
import { merchants } from "../../api/merchants.ts";
import { messages } from "../text/language.ts";

/** Shown initially; typing finds the rest. */
const CHOICES = 50;
const TYPING_MS = 250;

interface MerchantFilterProps {
  readonly merchantId: readonly string[] | undefined;
  readonly change: (changes: { merchantId: readonly string[] | undefined }) => void;
}

export function MerchantFilter({ merchantId = [], change }: MerchantFilterProps) {
  const { filters: texts } = messages().payments;
  const [text, setText] = useState("");
  const [searched] = useDebouncedValue(typedText(text), TYPING_MS);
  const found = useQuery({
    queryKey: ["merchants", "any-status", searched],
    queryFn: ({ signal }) => merchants.listPage({ limit: CHOICES, ...(searched && { search: searched }) }, { signal }),
    placeholderData: keepPreviousData,
  });
  const names = new Map((found.data?.merchants ?? []).map(({ id, name }) => [id, name]));
  const data = [...new Set([...merchantId, ...names.keys()])].map((id) => ({ value: id, label: names.get(id) ?? id }));
  return (
    <MultiSelect
      aria-label={texts.merchant}
      placeholder={merchantId.length > 0 ? "" : texts.anyMerchant}
      data={data}
      filter={({ options }) => options}
      searchable
      searchValue={text}
      onSearchChange={setText}
      nothingFoundMessage={texts.noMerchant}
      value={[...merchantId]}
      onChange={(chosen) => change({ merchantId: chosen.length > 0 ? chosen : undefined })}
    />
  );
}
