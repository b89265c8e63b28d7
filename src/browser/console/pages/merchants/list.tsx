import { Group, Stack, Text } from "@mantine/core";
import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import { getRouteApi, Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { type ListedMerchant, merchants } from "../../api/merchants.ts";
import { Card } from "../../app/display/card.tsx";
import { EmptyState } from "../../app/display/empty-state.tsx";
import { Icon } from "../../app/display/icon.tsx";
import { FailureNote, LoadingRows } from "../../app/failure/states.tsx";
import { byCursor } from "../../app/list/by-cursor.ts";
import { Items } from "../../app/list/list.tsx";
import { ShowMore } from "../../app/list/show-more.tsx";
import { countedText, messages } from "../../app/text/language.ts";
import classes from "./list.module.css";
import { MerchantLogo } from "./logo.tsx";
import { useUnpayable } from "./payable.ts";
import { MerchantStatusBadge } from "./status-badge.tsx";

const route = getRouteApi("/merchants");

export function MerchantList({ add }: { readonly add: ReactNode }) {
  const { list: texts } = messages().merchants;
  const { search, status } = route.useSearch();
  const pages = useInfiniteQuery({
    queryKey: ["merchants", "list", { search, status }],
    ...byCursor((from, signal) =>
      merchants.listPage({ ...(search && { search }), ...(status && { status }), ...from }, { signal }),
    ),
    placeholderData: keepPreviousData,
  });
  const unpayable = useUnpayable(pages.data?.pages.map(activeIn) ?? []);
  if (pages.error && !pages.data) return <FailureNote error={pages.error} retry={() => void pages.refetch()} />;
  if (!pages.data)
    return (
      <Card flush>
        <LoadingRows height={56} />
      </Card>
    );
  const found = pages.data.pages.flatMap(({ merchants: page }) => page);
  const count = pages.data.pages[0]?.totalCount ?? 0;
  if (found.length === 0) return <NoMerchants isFiltered={Boolean(search || status)} add={add} />;
  return (
    <Stack gap="sm">
      <Text size="sm" c="dimmed" role="status">
        {countedText(texts.count, count)}
      </Text>
      <Card flush>
        <Items>
          {found.map((merchant) => (
            <MerchantRow key={merchant.id} merchant={merchant} isUnpayable={unpayable.has(merchant.id)} />
          ))}
        </Items>
      </Card>
      <ShowMore pages={pages} text={texts.more} />
    </Stack>
  );
}

const activeIn = ({ merchants: page }: { readonly merchants: readonly ListedMerchant[] }): readonly string[] =>
  page.filter(({ status }) => status === "active").map(({ id }) => id);

interface MerchantRowProps {
  readonly merchant: ListedMerchant;
  readonly isUnpayable: boolean;
}

const MerchantRow = ({ merchant, isUnpayable }: MerchantRowProps) => (
  <li>
    <Link to="/merchants/$merchantId" params={{ merchantId: merchant.id }} className={classes.row ?? ""}>
      <MerchantLogo name={merchant.name} iconUrl={merchant.iconUrl} />
      <span className={classes.name}>
        <Text span dir="auto" fw={600} truncate display="block">
          {merchant.name}
        </Text>
        <Text span dir="auto" size="sm" c="dimmed" truncate display="block">
          {merchant.email ?? messages().merchants.list.noEmail}
        </Text>
      </span>
      <MerchantStatusBadge status={merchant.status} isUnpayable={isUnpayable} />
      <Group c="dimmed" gap={0}>
        <Icon name="forward" size={16} />
      </Group>
    </Link>
  </li>
);

function NoMerchants({ isFiltered, add }: { readonly isFiltered: boolean; readonly add: ReactNode }) {
  const { list: texts } = messages().merchants;
  return (
    <Card>
      {isFiltered ? (
        <EmptyState icon="search" title={texts.noMatch}>
          {texts.noMatchText}
        </EmptyState>
      ) : (
        <EmptyState icon="merchants" title={texts.none} actions={add}>
          {texts.noneText}
        </EmptyState>
      )}
    </Card>
  );
}
