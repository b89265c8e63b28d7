// Merchants to choose from, found by the server as one types.
import { MultiSelect } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { merchants } from "../../api/merchants.ts";

/** As many as one looks through; typing finds the others. */
const CHOICES = 50;
const TYPING_MS = 250;

interface MerchantFilterProps {
  readonly merchantId: readonly string[] | undefined;
  readonly change: (changes: { merchantId: readonly string[] | undefined }) => void;
}

export function MerchantFilter({ merchantId = [], change }: MerchantFilterProps) {
  const [text, setText] = useState("");
  const [searched] = useDebouncedValue(text.trim(), TYPING_MS);
  const found = useQuery({
    queryKey: ["merchants", "of any status", searched],
    queryFn: ({ signal }) => merchants.listPage({ limit: CHOICES, ...(searched && { search: searched }) }, { signal }),
    placeholderData: keepPreviousData,
  });
  const names = new Map((found.data?.merchants ?? []).map(({ id, name }) => [id, name]));
  const data = [...new Set([...merchantId, ...names.keys()])].map((id) => ({ value: id, label: names.get(id) ?? id }));
  return (
    <MultiSelect
      aria-label="Merchant"
      placeholder={merchantId.length > 0 ? "" : "Any merchant"}
      data={data}
      filter={({ options }) => options}
      searchable
      searchValue={text}
      onSearchChange={setText}
      nothingFoundMessage="No merchant of this name"
      value={[...merchantId]}
      onChange={(chosen) => change({ merchantId: chosen.length > 0 ? chosen : undefined })}
    />
  );
}
