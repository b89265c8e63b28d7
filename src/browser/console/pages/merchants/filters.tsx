import { Group, NativeSelect, TextInput } from "@mantine/core";
import { useDebouncedCallback } from "@mantine/hooks";
import { getRouteApi } from "@tanstack/react-router";
import { useState } from "react";
import { MERCHANT_STATUSES_SHOWN } from "../../api/merchants.ts";
import { Icon } from "../../app/icon.tsx";
import { oneOf } from "../../app/url-search.ts";

const route = getRouteApi("/merchants");
/** Delay after the last keystroke. */
const TYPING_MS = 250;

const STATUS_CHOICES = [
  { value: "", label: "Any status" },
  { value: "active", label: "Active" },
  { value: "inactive", label: "Inactive" },
  { value: "suspended", label: "Suspended" },
];

export function MerchantFilters() {
  const { search = "", status } = route.useSearch();
  const navigate = route.useNavigate();
  const [typed, setTyped] = useState(search);
  const look = useDebouncedCallback((text: string) => {
    void navigate({ search: (before) => ({ ...before, search: text.trim() || undefined }), replace: true });
  }, TYPING_MS);
  return (
    <Group gap="sm" role="search" aria-label="Merchants">
      <TextInput
        flex="1 1 14rem"
        maw={420}
        aria-label="Search by name or ID"
        placeholder="Search by name or ID"
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
        aria-label="Status"
        data={STATUS_CHOICES}
        value={status ?? ""}
        onChange={(event) => {
          const chosen = oneOf(MERCHANT_STATUSES_SHOWN, event.currentTarget.value);
          void navigate({ search: (before) => ({ ...before, status: chosen }), replace: true });
        }}
      />
    </Group>
  );
}
