import { Stack } from "@mantine/core";
import { useInfiniteQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { type AuditEntry, readAudit } from "../../api/audit.ts";
import { Card } from "../../app/display/card.tsx";
import { EmptyState } from "../../app/display/empty-state.tsx";
import { FailureAlert } from "../../app/failure/failure-alert.tsx";
import { FailureNote, LoadingRows } from "../../app/failure/states.tsx";
import { Page } from "../../app/layout/page.tsx";
import { byCursor } from "../../app/list/by-cursor.ts";
import { ExportButton, useExport } from "../../app/list/export-button.tsx";
import { ShowMore } from "../../app/list/show-more.tsx";
import { messages } from "../../app/text/language.ts";
import { Filters } from "./filters.tsx";
import { AuditList } from "./list.tsx";
import { type AuditFilters, isFiltered, queryOf } from "./search.ts";

const route = getRouteApi("/audit");

export function AuditPage() {
  const { app, audit: texts } = messages();
  const filters = route.useSearch();
  const navigate = route.useNavigate();
  const change = (changes: AuditFilters) =>
    void navigate({ search: (before) => ({ ...before, ...changes }), replace: true });
  const csv = useExport("/audit.csv", () => queryOf(filters));
  const pages = useInfiniteQuery({
    queryKey: ["audit", "list", filters],
    ...byCursor((from, signal) => readAudit({ ...queryOf(filters), ...from }, signal)),
  });
  const entries = pages.data?.pages.flatMap((page) => page.entries);
  return (
    <Page title={app.places.audit} description={texts.text} actions={<ExportButton csv={csv} />}>
      {csv.error && <FailureAlert error={csv.error} />}
      <Filters filters={filters} change={change} entries={entries ?? []} />
      {pages.error && !entries ? (
        <FailureNote error={pages.error} retry={() => void pages.refetch()} />
      ) : (
        <Stack gap="md">
          <Card flush>
            <Entries entries={entries} isFiltered={isFiltered(filters)} />
          </Card>
          <ShowMore pages={pages} text={texts.more} />
        </Stack>
      )}
    </Page>
  );
}

interface EntriesProps {
  /** Undefined while they load. */
  readonly entries: readonly AuditEntry[] | undefined;
  readonly isFiltered: boolean;
}

function Entries({ entries, isFiltered: hasFilters }: EntriesProps) {
  const { audit: texts } = messages();
  if (!entries) return <LoadingRows height={56} />;
  if (entries.length > 0) return <AuditList entries={entries} />;
  return hasFilters ? (
    <EmptyState icon="search" title={texts.noMatch}>
      {texts.noMatchText}
    </EmptyState>
  ) : (
    <EmptyState icon="audit" title={texts.none}>
      {texts.noneText}
    </EmptyState>
  );
}
