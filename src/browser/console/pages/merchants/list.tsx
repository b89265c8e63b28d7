import { Group, Stack, Text } from "@mantine/core";
import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import { getRouteApi, Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { type ListedMerchant, merchants } from "../../api/merchants.ts";
import { Icon } from "../../app/icon.tsx";
import { ShowMore } from "../../app/show-more.tsx";
import { FailureNote, LoadingRows, Nothing } from "../../app/states.tsx";
import { Surface } from "../../app/surface.tsx";
import { MerchantLogo } from "./logo.tsx";
import classes from "./merchants.module.css";
import { MerchantStatusBadge } from "./status-badge.tsx";

const route = getRouteApi("/merchants");

export function MerchantList({ add }: { readonly add: ReactNode }) {
  const { search, status } = route.useSearch();
  const pages = useInfiniteQuery({
    queryKey: ["merchants", "list", { search, status }],
    queryFn: ({ pageParam, signal }) =>
      merchants.listPage(
        { ...(search && { search }), ...(status && { status }), ...(pageParam && { cursor: pageParam }) },
        { signal },
      ),
    initialPageParam: "",
    getNextPageParam: ({ nextCursor }) => nextCursor,
    placeholderData: keepPreviousData,
  });
  if (pages.error) return <FailureNote error={pages.error} retry={() => void pages.refetch()} />;
  if (!pages.data)
    return (
      <Surface flush>
        <LoadingRows height={56} />
      </Surface>
    );
  const found = pages.data.pages.flatMap(({ merchants: page }) => page);
  const count = pages.data.pages[0]?.totalCount ?? 0;
  if (found.length === 0) return <NoMerchants isFiltered={Boolean(search || status)} add={add} />;
  return (
    <Stack gap="sm">
      <Text size="sm" c="dimmed" role="status">
        {count === 1 ? "1 merchant" : `${count} merchants`}
      </Text>
      <Surface flush>
        <ul className={classes.list}>
          {found.map((merchant) => (
            <MerchantRow key={merchant.id} merchant={merchant} />
          ))}
        </ul>
      </Surface>
      <ShowMore pages={pages} text="Show more" />
    </Stack>
  );
}

const MerchantRow = ({ merchant }: { readonly merchant: ListedMerchant }) => (
  <li>
    <Link to="/merchants/$merchantId" params={{ merchantId: merchant.id }} className={classes.row ?? ""}>
      <MerchantLogo name={merchant.name} iconUrl={merchant.iconUrl} />
      <span className={classes.name}>
        <Text span fw={600} truncate display="block">
          {merchant.name}
        </Text>
        <Text span size="sm" c="dimmed" truncate display="block">
          {merchant.email ?? "No email"}
        </Text>
      </span>
      <MerchantStatusBadge status={merchant.status} />
      <Group c="dimmed" gap={0}>
        <Icon name="forward" size={16} />
      </Group>
    </Link>
  </li>
);

const NoMerchants = ({ isFiltered, add }: { readonly isFiltered: boolean; readonly add: ReactNode }) => (
  <Surface>
    {isFiltered ? (
      <Nothing icon="search" title="No merchant matches">
        The search looks into names and ids. Deleted merchants are not listed.
      </Nothing>
    ) : (
      <Nothing icon="merchants" title="No merchant yet" actions={add}>
        A merchant is a shop that is paid. Add one, say where its money goes, and take the first payment.
      </Nothing>
    )}
  </Surface>
);
