import { Button, Group, NativeSelect, Stack } from "@mantine/core";
import { useInfiniteQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { useAssets } from "../../api/assets.ts";
import { listExceptions } from "../../api/exceptions.ts";
import { useReturns } from "../../api/refunds/refunds.ts";
import { Card } from "../../app/display/card.tsx";
import { EmptyState } from "../../app/display/empty-state.tsx";
import { FailureNote, LoadingRows } from "../../app/failure/states.tsx";
import { Page } from "../../app/layout/page.tsx";
import { byCursor } from "../../app/list/by-cursor.ts";
import { ShowMore } from "../../app/list/show-more.tsx";
import { oneOf } from "../../app/list/url-search.ts";
import { useRights } from "../../app/session/session.tsx";
import { messages } from "../../app/text/language.ts";
import { ExceptionCard } from "./exception-card.tsx";
import { KINDS_SHOWN, STATUSES_SHOWN } from "./search.ts";

const route = getRouteApi("/exceptions");
/** Small, because each one is read carefully. */
const PAGE_SIZE = 20;

function choices() {
  const { allTypes, kinds } = messages().exceptions;
  return [{ value: "", label: allTypes }, ...KINDS_SHOWN.map((kind) => ({ value: kind, label: kinds[kind].title }))];
}

export function ExceptionsPage() {
  const { app, exceptions: texts } = messages();
  const { kind, paymentId } = route.useSearch();
  const navigate = route.useNavigate();
  return (
    <Page title={app.places.exceptions} description={texts.text}>
      <Group gap="sm">
        <StatusSelect />
        <NativeSelect
          size="md"
          aria-label={texts.type}
          data={choices()}
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
            {texts.showAll}
          </Button>
        )}
      </Group>
      <ExceptionList />
    </Page>
  );
}

function StatusSelect() {
  const { exceptions: texts } = messages();
  const { status = "open" } = route.useSearch();
  const navigate = route.useNavigate();
  return (
    <NativeSelect
      size="md"
      aria-label={texts.status}
      data={STATUSES_SHOWN.map((value) => ({ value, label: texts.statuses[value] }))}
      value={status}
      onChange={(event) => {
        const chosen = oneOf(STATUSES_SHOWN, event.currentTarget.value);
        void navigate({ search: (before) => ({ ...before, status: chosen }), replace: true });
      }}
    />
  );
}

function ExceptionList() {
  const { kind, paymentId, status = "open" } = route.useSearch();
  const { data: assets } = useAssets();
  const refunds = useReturns(useRights().maySeeRefunds);
  const pages = useInfiniteQuery({
    queryKey: ["exceptions", "list", { kind, paymentId, status }],
    ...byCursor((from, signal) => {
      const filters = { ...(status !== "all" && { status }), ...(kind && { kind }), ...(paymentId && { paymentId }) };
      return listExceptions({ limit: PAGE_SIZE, ...filters, ...from }, signal);
    }),
  });
  if (pages.error && !pages.data) return <FailureNote error={pages.error} retry={() => void pages.refetch()} />;
  if (!pages.data) return <LoadingRows rows={3} height={160} />;
  const found = pages.data.pages.flatMap(({ data }) => data);
  if (found.length === 0) return <NoExceptions isFiltered={Boolean(kind || paymentId || status === "resolved")} />;
  return (
    <Stack gap="md">
      {found.map((exception) => (
        <ExceptionCard
          key={exception.id}
          exception={exception}
          assets={assets ?? []}
          refund={refunds.get(exception.id)}
        />
      ))}
      <ShowMore pages={pages} text={messages().exceptions.more} />
    </Stack>
  );
}

function NoExceptions({ isFiltered }: { readonly isFiltered: boolean }) {
  const { exceptions: texts } = messages();
  return (
    <Card>
      {isFiltered ? (
        <EmptyState icon="search" title={texts.noMatch}>
          {texts.noMatchText}
        </EmptyState>
      ) : (
        <EmptyState icon="check" title={texts.none}>
          {texts.noneText}
        </EmptyState>
      )}
    </Card>
  );
}
