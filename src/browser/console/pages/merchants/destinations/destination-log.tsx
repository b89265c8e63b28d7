// The merchant's audit log, to trace changed destinations; folded, because it grows.
import { Button, Text } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { useInfiniteQuery } from "@tanstack/react-query";
import { readAudit } from "../../../api/audit.ts";
import { Card } from "../../../app/display/card.tsx";
import { FailureNote, LoadingRows } from "../../../app/failure/states.tsx";
import { byCursor } from "../../../app/list/by-cursor.ts";
import { ShowMore } from "../../../app/list/show-more.tsx";
import { countedText, messages } from "../../../app/text/language.ts";
import { AuditList } from "../../audit/list.tsx";

const PAGE_SIZE = 10;

export function DestinationLog({ merchantId }: { readonly merchantId: string }) {
  const { history: texts } = messages().merchant;
  const pages = useInfiniteQuery({
    queryKey: ["audit", "merchant", merchantId],
    ...byCursor((from, signal) => readAudit({ merchantId, limit: PAGE_SIZE, ...from }, signal)),
  });
  const [isOpen, { toggle }] = useDisclosure(false);
  const entries = pages.data?.pages.flatMap((page) => page.entries);
  const count = entries?.length ?? 0;
  return (
    <Card
      flush
      title={texts.title}
      note={texts.text}
      actions={
        count > 0 && (
          <Button size="xs" variant="default" onClick={toggle} aria-expanded={isOpen}>
            {isOpen ? texts.hide : countedText(pages.hasNextPage ? texts.showLast : texts.show, count)}
          </Button>
        )
      }
    >
      {pages.error && !entries && <FailureNote error={pages.error} retry={() => void pages.refetch()} />}
      {!entries && !pages.error && <LoadingRows rows={3} />}
      {entries?.length === 0 && (
        <Text c="dimmed" px={{ base: "md", sm: "lg" }} pb="lg">
          {texts.none}
        </Text>
      )}
      {isOpen && entries && <AuditList entries={entries} isOfMerchant />}
      {isOpen && <ShowMore pages={pages} text={texts.more} isInside />}
    </Card>
  );
}
