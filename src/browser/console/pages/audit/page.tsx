import { Stack } from "@mantine/core";
import { useInfiniteQuery } from "@tanstack/react-query";
import { readAudit } from "../../api/audit.ts";
import { Card } from "../../app/display/card.tsx";
import { EmptyState } from "../../app/display/empty-state.tsx";
import { FailureNote, LoadingRows } from "../../app/failure/states.tsx";
import { Page } from "../../app/layout/page.tsx";
import { ShowMore } from "../../app/list/show-more.tsx";
import { messages } from "../../app/text/language.ts";
import { AuditList } from "./list.tsx";

export const AuditPage = () => (
  <Page title={messages().app.places.audit} description={messages().audit.text}>
    <Entries />
  </Page>
);

function Entries() {
  const { audit: texts } = messages();
  const pages = useInfiniteQuery({
    queryKey: ["audit", "list"],
    queryFn: ({ pageParam, signal }) => readAudit({ ...(pageParam && { cursor: pageParam }) }, signal),
    initialPageParam: "",
    getNextPageParam: ({ nextCursor }) => nextCursor,
  });
  if (pages.error) return <FailureNote error={pages.error} retry={() => void pages.refetch()} />;
  if (!pages.data) {
    return (
      <Card flush>
        <LoadingRows height={56} />
      </Card>
    );
  }
  const entries = pages.data.pages.flatMap((page) => page.entries);
  if (entries.length === 0) {
    return (
      <Card>
        <EmptyState icon="audit" title={texts.none}>
          {texts.noneText}
        </EmptyState>
      </Card>
    );
  }
  return (
    <Stack gap="md">
      <Card flush>
        <AuditList entries={entries} />
      </Card>
      <ShowMore pages={pages} text={texts.more} />
    </Stack>
  );
}
