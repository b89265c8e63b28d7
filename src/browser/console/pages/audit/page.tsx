import { Stack } from "@mantine/core";
import { useInfiniteQuery } from "@tanstack/react-query";
import { readAudit } from "../../api/audit.ts";
import { Page } from "../../app/page.tsx";
import { ShowMore } from "../../app/show-more.tsx";
import { FailureNote, LoadingRows, Nothing } from "../../app/states.tsx";
import { Surface } from "../../app/surface.tsx";
import { AuditList } from "./list.tsx";

export const AuditPage = () => (
  <Page title="Audit log" description="Who did what, when and from where. Entries can't be changed or deleted.">
    <Entries />
  </Page>
);

function Entries() {
  const pages = useInfiniteQuery({
    queryKey: ["audit", "list"],
    queryFn: ({ pageParam, signal }) => readAudit({ ...(pageParam && { cursor: pageParam }) }, signal),
    initialPageParam: "",
    getNextPageParam: ({ nextCursor }) => nextCursor,
  });
  if (pages.error) return <FailureNote error={pages.error} retry={() => void pages.refetch()} />;
  if (!pages.data) {
    return (
      <Surface flush>
        <LoadingRows height={56} />
      </Surface>
    );
  }
  const entries = pages.data.pages.flatMap((page) => page.entries);
  if (entries.length === 0) {
    return (
      <Surface>
        <Nothing icon="audit" title="No activity yet">
          Sign-ins and changes to keys, merchants, destinations and payments appear here.
        </Nothing>
      </Surface>
    );
  }
  return (
    <Stack gap="md">
      <Surface flush>
        <AuditList entries={entries} />
      </Surface>
      <ShowMore pages={pages} text="Show older" />
    </Stack>
  );
}
