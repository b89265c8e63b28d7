import { Group, NativeSelect } from "@mantine/core";
import { getRouteApi } from "@tanstack/react-router";
import { typedText } from "../../../../money/typed-text.ts";
import { MERCHANT_STATUSES_SHOWN } from "../../api/merchants.ts";
import { SearchInput } from "../../app/fields/search-input.tsx";
import { oneOf } from "../../app/list/url-search.ts";
import { messages } from "../../app/text/language.ts";

const route = getRouteApi("/merchants");
/** The API's limit. */
const TEXT_LENGTH_MAX = 256;

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
  const look = (text: string) => {
    void navigate({ search: (before) => ({ ...before, search: typedText(text) || undefined }), replace: true });
  };
  return (
    <Group gap="sm" role="search" aria-label={app.places.merchants}>
      <SearchInput
        flex="1 1 14rem"
        maw={420}
        aria-label={texts.search}
        placeholder={texts.search}
        maxLength={TEXT_LENGTH_MAX}
        searched={search}
        onSearch={look}
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
