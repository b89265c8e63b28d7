// The list's filters: exactly those of the API. Every change goes to the URL immediately.
import { ActionIcon, Button, Drawer, Group, Indicator, Kbd, MultiSelect, Select, Stack } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { PAYMENT_STATUSES } from "../../../../../payment/payment.ts";
import { SEARCH_KEYS } from "../../../../search-key.ts";
import { useAssets } from "../../../api/assets.ts";
import { useCurrencies } from "../../../api/payments.ts";
import { useTills } from "../../../api/tills.ts";
import { Icon } from "../../../app/display/icon.tsx";
import { statusText } from "../../../app/display/status.tsx";
import { MerchantFilter } from "../../../app/fields/merchant-filter.tsx";
import { SearchInput } from "../../../app/fields/search-input.tsx";
import { useNarrow } from "../../../app/layout/phone.ts";
import { useSearchFocus } from "../../../app/list/search-key.ts";
import { useMayWrite } from "../../../app/session/session.tsx";
import { countedText, messages } from "../../../app/text/language.ts";
import classes from "./payments.module.css";
import { PeriodFilter } from "./period-filter.tsx";
import {
  filterCount,
  isByAmount,
  isFiltered,
  type PaymentSearch,
  searchFor,
  textIn,
  WITHOUT_FILTERS,
} from "./search.ts";

interface FiltersProps {
  readonly search: PaymentSearch;
  readonly change: (changes: PaymentSearch, replace?: boolean) => void;
}

export function Filters(props: FiltersProps) {
  const { filters: texts } = messages().payments;
  if (useNarrow()) return <NarrowFilters {...props} />;
  return (
    <search className={classes.filters}>
      <SearchField {...props} />
      <Fields {...props} />
      {isFiltered(props.search) && (
        <ActionIcon variant="default" size={36} aria-label={texts.clear} onClick={() => props.change(NOTHING)}>
          <Icon name="close" size={16} />
        </ActionIcon>
      )}
    </search>
  );
}

const Fields = (props: FiltersProps) => (
  <>
    <PeriodFilter {...props} />
    <StatusFilter {...props} />
    <MerchantFilter merchantId={props.search.merchantId} change={props.change} />
    <TokenFilter {...props} />
    <NetworkFilter {...props} />
    <CurrencyFilter {...props} />
    {useMayWrite() && <TillFilter {...props} />}
  </>
);

function NarrowFilters(props: FiltersProps) {
  const { filters: texts } = messages().payments;
  const [isOpen, { open, close }] = useDisclosure(false);
  const count = filterCount(props.search);
  return (
    <search>
      <Group gap="xs" wrap="nowrap">
        <div style={{ flex: 1 }}>
          <SearchField {...props} />
        </div>
        <Indicator label={count} size={18} disabled={count === 0}>
          <Button
            variant="default"
            size="md"
            px="sm"
            onClick={open}
            aria-label={count === 0 ? texts.title : countedText(texts.active, count)}
          >
            <Icon name="filter" />
          </Button>
        </Indicator>
      </Group>
      <Drawer opened={isOpen} onClose={close} position="bottom" size="85%" title={texts.title} radius="lg">
        <Stack gap="md" pb="lg">
          <Fields {...props} />
          <Button onClick={close}>{texts.show}</Button>
          {isFiltered(props.search) && (
            <Button variant="subtle" onClick={() => props.change(NOTHING)}>
              {texts.clear}
            </Button>
          )}
        </Stack>
      </Drawer>
    </search>
  );
}

const NOTHING: PaymentSearch = { ...WITHOUT_FILTERS, referenceId: undefined, q: undefined };

/** The maximum length of a reference. */
const TEXT_LENGTH_MAX = 256;

function SearchField({ search, change }: FiltersProps) {
  const { filters: texts } = messages().payments;
  const field = useSearchFocus();
  const isNarrow = useNarrow();
  return (
    <SearchInput
      ref={field}
      aria-label={texts.search}
      aria-keyshortcuts={SEARCH_KEYS}
      placeholder={texts.searchExample}
      size="sm"
      maxLength={TEXT_LENGTH_MAX}
      searched={textIn(search)}
      onSearch={(text) => change(searchFor(text), true)}
      clearLabel={texts.clearSearch}
      hint={!isNarrow && <Kbd aria-hidden>/</Kbd>}
    />
  );
}

const statuses = () => PAYMENT_STATUSES.map((value) => ({ value, label: statusText(value) }));

function StatusFilter({ search, change }: FiltersProps) {
  const { filters: texts } = messages().payments;
  return (
    <MultiSelect
      aria-label={texts.status}
      placeholder={search.status ? "" : texts.anyStatus}
      data={statuses()}
      value={[...(search.status ?? [])]}
      onChange={(status) => change({ status: status.length > 0 ? status : undefined })}
    />
  );
}

function TokenFilter({ search, change }: FiltersProps) {
  const { filters: texts } = messages().payments;
  const assets = useAssets();
  const symbols = [...new Set([...(assets.data ?? []).map(({ symbol }) => symbol), ...(search.token_symbol ?? [])])];
  return (
    <MultiSelect
      aria-label={texts.token}
      placeholder={search.token_symbol ? "" : texts.anyToken}
      data={symbols}
      value={[...(search.token_symbol ?? [])]}
      onChange={(chosen) => change({ token_symbol: chosen.length > 0 ? chosen : undefined })}
    />
  );
}

function NetworkFilter({ search, change }: FiltersProps) {
  const { filters: texts } = messages().payments;
  const assets = useAssets();
  const networks = new Map((assets.data ?? []).map(({ chain, chainName }) => [chain, chainName]));
  const [chosen] = search.network?.split(",") ?? [];
  return (
    <OneFilter
      label={texts.network}
      any={texts.anyNetwork}
      names={networks}
      chosen={chosen}
      change={(network) => change({ network })}
      clearLabel={texts.clearNetwork}
    />
  );
}

/** An order by amount is of one currency, which can then be changed, but not cleared. */
function CurrencyFilter({ search, change }: FiltersProps) {
  const { filters: texts } = messages().payments;
  const currencies = useCurrencies();
  return (
    <OneFilter
      label={texts.currency}
      any={texts.anyCurrency}
      names={new Map((currencies.data ?? []).map((code) => [code, code]))}
      chosen={search.currency}
      change={(currency) => change({ currency })}
      clearLabel={isByAmount(search) ? undefined : texts.clearCurrency}
    />
  );
}

function TillFilter({ search, change }: FiltersProps) {
  const { filters: texts } = messages().payments;
  const tills = useTills();
  return (
    <OneFilter
      label={texts.till}
      any={texts.anyTill}
      names={new Map((tills.data ?? []).map(({ id, name }) => [id, name]))}
      chosen={search.tillId}
      change={(tillId) => change({ tillId })}
      clearLabel={texts.clearTill}
      least={1}
    />
  );
}

interface OneFilterProps {
  readonly label: string;
  /** Shown while nothing is chosen. */
  readonly any: string;
  readonly names: ReadonlyMap<string, string>;
  readonly chosen: string | undefined;
  readonly change: (value: string | undefined) => void;
  /** Undefined: the choice cannot be cleared. */
  readonly clearLabel: string | undefined;
  /** With fewer values there is nothing to choose. */
  readonly least?: number;
}

/** At most one of a few values. */
function OneFilter({ label, any, names, chosen, change, clearLabel, least = 2 }: OneFilterProps) {
  if (names.size < least && chosen === undefined) return null;
  const data = [...names].map(([value, name]) => ({ value, label: name }));
  if (chosen !== undefined && !names.has(chosen)) data.push({ value: chosen, label: chosen });
  return (
    <Select
      aria-label={label}
      placeholder={any}
      data={data}
      value={chosen ?? null}
      onChange={(value) => change(value ?? undefined)}
      allowDeselect={clearLabel !== undefined}
      clearable={clearLabel !== undefined}
      clearButtonProps={{ "aria-label": clearLabel }}
    />
  );
}
