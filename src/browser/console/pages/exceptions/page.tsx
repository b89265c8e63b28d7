// Money that moved otherwise than a payment's status tells: what happened each time, and what to do.
import { Button, Group, NativeSelect, Stack } from "@mantine/core";
import { useInfiniteQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { useAssets } from "../../api/assets.ts";
import { listExceptions } from "../../api/exceptions.ts";
import { Page } from "../../app/page.tsx";
import { ShowMore } from "../../app/show-more.tsx";
import { FailureNote, LoadingRows, Nothing } from "../../app/states.tsx";
import { Surface } from "../../app/surface.tsx";
import { oneOf } from "../../app/url-search.ts";
import { ExceptionCard } from "./exception-card.tsx";
import { KINDS } from "./kinds.ts";
import { KINDS_SHOWN } from "./search.ts";

const route = getRouteApi("/exceptions");
/** Each is read with care; nobody reads 50 at once. */
const PAGE_SIZE = 20;

const CHOICES = [
  { value: "", label: "All kinds" },
  ...KINDS_SHOWN.map((kind) => ({ value: kind, label: KINDS[kind].title })),
];

export function ExceptionsPage() {
  const { kind, paymentId } = route.useSearch();
  const navigate = route.useNavigate();
  return (
    <Page
      title="Exceptions"
      description="Money that moved otherwise than a payment's status tells. Each says what happened and what to do; none changes a payment's status."
    >
      <Group gap="sm">
        <NativeSelect
          size="md"
          aria-label="Kind of exception"
          data={CHOICES}
          value={kind ?? ""}
          onChange={(event) => {
            const chosen = oneOf(KINDS_SHOWN, event.currentTarget.value);
            void navigate({ search: (before) => ({ ...before, kind: chosen }), replace: true });
          }}
        />
        {paymentId && (
          <Button
            variant="light"
            onClick={() => void navigate({ search: (before) => ({ ...before, paymentId: undefined }), replace: true })}
          >
            Of one payment only · show all
          </Button>
        )}
      </Group>
      <ExceptionList />
    </Page>
  );
}

function ExceptionList() {
  const { kind, paymentId } = route.useSearch();
  const { data: assets } = useAssets();
  const pages = useInfiniteQuery({
    queryKey: ["exceptions", "list", { kind, paymentId }],
    queryFn: ({ pageParam, signal }) =>
      listExceptions(
        {
          limit: PAGE_SIZE,
          ...(kind && { kind }),
          ...(paymentId && { paymentId }),
          ...(pageParam && { cursor: pageParam }),
        },
        signal,
      ),
    initialPageParam: "",
    getNextPageParam: ({ nextCursor }) => nextCursor,
  });
  if (pages.error) return <FailureNote error={pages.error} retry={() => void pages.refetch()} />;
  if (!pages.data) return <LoadingRows rows={3} height={160} />;
  const found = pages.data.pages.flatMap(({ data }) => data);
  if (found.length === 0) return <NoExceptions isFiltered={Boolean(kind || paymentId)} />;
  return (
    <Stack gap="md">
      {found.map((exception) => (
        <ExceptionCard key={exception.id} exception={exception} assets={assets ?? []} />
      ))}
      <ShowMore pages={pages} text="Show more" />
    </Stack>
  );
}

const NoExceptions = ({ isFiltered }: { readonly isFiltered: boolean }) => (
  <Surface>
    {isFiltered ? (
      <Nothing icon="search" title="None of this kind">
        Nothing like this has happened. Other kinds may have: show all of them.
      </Nothing>
    ) : (
      <Nothing icon="check" title="All in order">
        Every payment's money moved exactly as its status tells. If that ever differs, it stands here with what to do.
      </Nothing>
    )}
  </Surface>
);
