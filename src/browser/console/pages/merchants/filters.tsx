import { Group, NativeSelect, TextInput } from "@mantine/core";
import { useDebouncedCallback } from "@mantine/hooks";
import { getRouteApi } from "@tanstack/react-router";
import { useState } from "react";
import { typedText } from "../../../../money/typed-text.ts";
import { MERCHANT_STATUSES_SHOWN } from "../../api/merchants.ts";
import { Icon } from "../../app/display/icon.tsx";
import { oneOf } from "../../app/list/url-search.ts";
import { messages } from "../../app/text/language.ts";

const route = getRouteApi("/merchants");
/** Delay after the last keystroke. */
const TYPING_MS = 250;

function statusChoices() {
  const { filters, status } = messages().merchants;
  return [
    { value: "", label: filters.any },
    ...MERCHANT_STATUSES_SHOWN.map((value) => ({ value, label: status[value] })),
  ];
}

export function MerchantFilters() {
  const { app, merchants: texts } = messages();
  const { search = "", status } = route.useSearch();
  const navigate = route.useNavigate();
  const [typed, setTyped] = useState(search);
  const look = useDebouncedCallback((text: string) => {
    void navigate({ search: (before) => ({ ...before, search: typedText(text) || undefined }), replace: true });
  }, TYPING_MS);
  return (
    <Group gap="sm" role="search" aria-label={app.places.merchants}>
      <TextInput
        flex="1 1 14rem"
        maw={420}
        aria-label={texts.search}
        placeholder={texts.search}
        leftSection={<Icon name="search" />}
        maxLength={256}
        value={typed}
        onChange={(event) => {
          setTyped(event.currentTarget.value);
          look(event.currentTarget.value);
        }}
      />
      <NativeSelect
        size="md"
        aria-label={texts.filters.status}
        data={statusChoices()}
        value={status ?? ""}
        onChange={(event) => {
          const chosen = oneOf(MERCHANT_STATUSES_SHOWN, event.currentTarget.value);
          void navigate({ search: (before) => ({ ...before, status: chosen }), replace: true });
        }}
      />
    </Group>
  );
}
