// The queue of refunds: what waits for a signature or an address, and what became of the others.
import { NativeSelect, Stack } from "@mantine/core";
import { useInfiniteQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { useChanges } from "../../api/changes.ts";
import { listRefunds, refetchFor, useSignable } from "../../api/refunds/refunds.ts";
import { Card } from "../../app/display/card.tsx";
import { EmptyState } from "../../app/display/empty-state.tsx";
import { FailureAlert } from "../../app/failure/failure-alert.tsx";
import { FailureNote, LoadingRows } from "../../app/failure/states.tsx";
import { Page } from "../../app/layout/page.tsx";
import { byCursor } from "../../app/list/by-cursor.ts";
import { ExportButton, useExport } from "../../app/list/export-button.tsx";
import { ShowMore } from "../../app/list/show-more.tsx";
import { oneOf } from "../../app/list/url-search.ts";
import { useMayWrite } from "../../app/session/session.tsx";
import { messages } from "../../app/text/language.ts";
import { RefundCard } from "./refund-card.tsx";
import { SHOWN, type Shown, STATUSES_SHOWN, statusesOf } from "./search.ts";
import { useConnected } from "./wallet/connected.ts";
import { SignCard } from "./wallet/sign-card.tsx";
import { type Run, useRun } from "./wallet/use-run.ts";

const route = getRouteApi("/refunds");
const PAGE_SIZE = 20;

function choices() {
  const { filters, status } = messages().refunds;
  const groups = (["open", "ended", "all"] as const).map((value) => ({ value, label: filters[value] }));
  return [...groups, ...STATUSES_SHOWN.map((value) => ({ value, label: status[value] }))];
}

export function RefundsPage() {
  const { app, refunds: texts } = messages();
  const { status: shown = "open" } = route.useSearch();
  const navigate = route.useNavigate();
  const mayWrite = useMayWrite();
  const signable = useSignable(mayWrite);
  const run = useRun();
  const csv = useExport("/refunds.csv", () => ({ status: statusesOf(shown) }));
  useChanges(ignored);
  return (
    <Page title={app.places.refunds} description={texts.text} actions={<ExportButton csv={csv} />}>
      {csv.error && <FailureAlert error={csv.error} />}
      {mayWrite && signable.data && <SignCard refunds={signable.data.data} run={run} />}
      <NativeSelect
        size="md"
        w="fit-content"
        aria-label={texts.filters.status}
        data={choices()}
        value={shown}
        onChange={(event) => {
          const status = oneOf(SHOWN, event.currentTarget.value);
          void navigate({ search: { status: status === "open" ? undefined : status }, replace: true });
        }}
      />
      <RefundList shown={shown} run={run} />
    </Page>
  );
}

/** Changed queries are refetched without it. */
const ignored = () => {};

function RefundList({ shown, run }: { readonly shown: Shown; readonly run: Run }) {
  const { refunds: texts } = messages();
  const connected = useConnected();
  const pages = useInfiniteQuery({
    queryKey: ["refunds", "list", shown],
    ...byCursor((from, signal) => listRefunds({ limit: PAGE_SIZE, status: statusesOf(shown), ...from }, signal)),
    refetchInterval: ({ state: { data } }) => refetchFor(data?.pages.flatMap((page) => page.data)),
  });
  if (pages.error && !pages.data) return <FailureNote error={pages.error} retry={() => void pages.refetch()} />;
  if (!pages.data) return <LoadingRows rows={3} height={160} />;
  const found = pages.data.pages.flatMap(({ data }) => data);
  if (found.length === 0)
    return (
      <Card>
        <EmptyState icon="undo" title={shown === "open" ? texts.none : texts.noMatch}>
          {shown === "open" ? texts.noneText : texts.noMatchText}
        </EmptyState>
      </Card>
    );
  return (
    <Stack gap="md">
      {found.map((refund) => (
        <RefundCard
          key={refund.refundId}
          refund={refund}
          {...(connected && !run.isRunning && { sign: () => void run.start([refund], connected, true) })}
        />
      ))}
      <ShowMore pages={pages} text={texts.more} />
    </Stack>
  );
}
