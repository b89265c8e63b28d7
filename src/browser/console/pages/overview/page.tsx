import { Grid, Group, SegmentedControl, Select, Stack } from "@mantine/core";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { getRouteApi, Navigate } from "@tanstack/react-router";
import { lazy, Suspense } from "react";
import { useChanges } from "../../api/changes.ts";
import { serverNowMs } from "../../api/connection.ts";
import { merchants } from "../../api/merchants.ts";
import { payments } from "../../api/payments.ts";
import { useVolume } from "../../api/volume.ts";
import { Card } from "../../app/display/card.tsx";
import { FailureNote, LoadingBox } from "../../app/failure/states.tsx";
import { Page } from "../../app/layout/page.tsx";
import { usePhone } from "../../app/layout/phone.ts";
import { loadPage } from "../../app/loading/load-page.ts";
import { useSession } from "../../app/session/session.tsx";
import { messages } from "../../app/text/language.ts";
import { periodText } from "../../app/text/money-text.ts";
import { Waiting } from "../approvals/waiting.tsx";
import { Attention } from "./attention.tsx";
import { Charts } from "./charts.tsx";
import { Figures } from "./figures.tsx";
import { GettingStarted } from "./getting-started.tsx";
import { LatestPayments } from "./latest.tsx";
import classes from "./overview.module.css";
import { type OverviewSearch, PERIODS } from "./search.ts";
import { spanOf } from "./span.ts";

/** The calendar is large, and few look at it. */
const DaysInput = lazy(() =>
  loadPage(async () => ({ default: (await import("../../app/fields/days-input.tsx")).DaysInput })),
);
const CHARTS_PX = 620;

const route = getRouteApi("/");

export function OverviewPage() {
  const { role } = useSession();
  return role === "cashier" ? <Navigate to="/new-payment" replace /> : <Overview />;
}

function Overview() {
  const { overview: title } = messages().app.places;
  const search = route.useSearch();
  const { period, startTs, endTs, merchantId } = search;
  const volume = useVolume([period, startTs, endTs], () => spanOf(search, serverNowMs()), merchantId);
  const hasMerchants = useMerchants().data?.merchants.length !== 0;
  const isStarted = useIsStarted();
  useChanges(ignored);
  if (!hasMerchants) {
    return (
      <Page title={title}>
        <GettingStarted hasMerchants={false} />
      </Page>
    );
  }
  return (
    <Page title={title} actions={<Choice search={search} />}>
      {volume.error && !volume.data ? (
        <Card>
          <FailureNote error={volume.error} retry={() => void volume.refetch()} />
        </Card>
      ) : (
        <Figures buckets={volume.data} />
      )}
      <Grid gap="lg" align="start">
        <Grid.Col span={{ base: 12, lg: 8 }} order={{ base: 2, lg: 1 }}>
          {!isStarted && <GettingStarted hasMerchants />}
          {isStarted && volume.data && <Charts buckets={volume.data} bucket={spanOf(search, serverNowMs()).bucket} />}
          {isStarted && volume.isPending && <LoadingBox height={CHARTS_PX} />}
        </Grid.Col>
        <Grid.Col span={{ base: 12, lg: 4 }} order={{ base: 1, lg: 2 }}>
          <Stack gap="lg">
            <Waiting />
            <Attention />
            <LatestPayments merchantId={merchantId} />
          </Stack>
        </Grid.Col>
      </Grid>
    </Page>
  );
}

/** Changed queries are refetched without it. */
const ignored = () => {};

function Choice({ search }: { readonly search: OverviewSearch }) {
  const { overview: texts } = messages();
  const navigate = route.useNavigate();
  const isPhone = usePhone();
  const change = (changes: OverviewSearch) =>
    void navigate({ search: (before) => ({ ...before, ...changes }), resetScroll: false });
  return (
    <Group gap="xs" justify={isPhone ? "flex-start" : "flex-end"} maw="100%">
      <MerchantChoice merchantId={search.merchantId} change={change} />
      <SegmentedControl
        aria-label={texts.period}
        size={isPhone ? "xs" : "sm"}
        className={classes.periods ?? ""}
        data={PERIODS.map((value) => ({ value, label: periodText(texts.periods[value]) }))}
        value={search.period ?? "30d"}
        onChange={(period) => change({ period, startTs: undefined, endTs: undefined })}
      />
      {search.period === "own" && (
        <Suspense>
          <DaysInput
            days={{ start: search.startTs, end: search.endTs }}
            onChange={({ start, end }) => change({ startTs: start, endTs: end })}
          />
        </Suspense>
      )}
    </Group>
  );
}

/** Longer lists would not be browsed anyway. */
const CHOICES = 100;

interface MerchantChoiceProps {
  readonly merchantId: string | undefined;
  readonly change: (changes: OverviewSearch) => void;
}

const useMerchants = () =>
  useQuery({
    queryKey: ["merchants", "overview"],
    queryFn: ({ signal }) => merchants.listPage({ limit: CHOICES }, { signal }),
    placeholderData: keepPreviousData,
  });

/** Whether any payment was ever paid; true until that is known. */
function useIsStarted(): boolean {
  const paid = useQuery({
    queryKey: ["payments", "first-paid"],
    queryFn: ({ signal }) => payments.listPage({ status: ["succeeded"], limit: 1 }, { signal }),
    select: ({ data }) => data.length > 0,
  });
  return paid.data ?? true;
}

/** Shown for a single merchant as well, and before the merchants are read: the page would jump if it appeared later. */
function MerchantChoice({ merchantId, change }: MerchantChoiceProps) {
  const { overview: texts } = messages();
  const found = useMerchants();
  const choices = (found.data?.merchants ?? []).map(({ id, name }) => ({ value: id, label: name }));
  if (merchantId !== undefined && !choices.some(({ value }) => value === merchantId))
    choices.push({ value: merchantId, label: merchantId });
  return (
    <Select
      aria-label={texts.merchant}
      placeholder={texts.allMerchants}
      data={choices}
      searchable
      clearable
      clearButtonProps={{ "aria-label": texts.allMerchants }}
      value={merchantId ?? null}
      onChange={(chosen) => change({ merchantId: chosen ?? undefined })}
      w={190}
    />
  );
}
