// The merchant's audit log, to trace changed destinations.
import { Text } from "@mantine/core";
import { useInfiniteQuery } from "@tanstack/react-query";
import { readAudit } from "../../api/audit.ts";
import { ShowMore } from "../../app/show-more.tsx";
import { FailureNote, LoadingRows } from "../../app/states.tsx";
import { Surface } from "../../app/surface.tsx";
import { AuditList } from "../audit/list.tsx";

const PAGE_SIZE = 10;

export function DestinationLog({ merchantId }: { readonly merchantId: string }) {
  const pages = useInfiniteQuery({
    queryKey: ["audit", "merchant", merchantId],
    queryFn: ({ pageParam, signal }) =>
      readAudit({ merchantId, limit: PAGE_SIZE, ...(pageParam && { cursor: pageParam }) }, signal),
    initialPageParam: "",
    getNextPageParam: ({ nextCursor }) => nextCursor,
  });
  const entries = pages.data?.pages.flatMap((page) => page.entries);
  return (
    <Surface flush title="History" note="Changes to this merchant and its destinations.">
      {pages.error && <FailureNote error={pages.error} retry={() => void pages.refetch()} />}
      {!entries && !pages.error && <LoadingRows rows={3} />}
      {entries?.length === 0 && (
        <Text c="dimmed" px={{ base: "md", sm: "lg" }} pb="lg">
          No changes yet.
        </Text>
      )}
      {entries && entries.length > 0 && <AuditList entries={entries} />}
      <ShowMore pages={pages} text="Show older" isInside />
    </Surface>
  );
}
