// Cursor-based pagination. Cursors only point forward, so "Back" uses the browser's history.

import { Button, Group, Text } from "@mantine/core";
import { useRouter } from "@tanstack/react-router";
import { Icon } from "../../../app/display/icon.tsx";
import { ButtonLink } from "../../../app/display/links.tsx";
import { filledText, messages } from "../../../app/text/language.ts";
import { countText } from "../../../app/text/money-text.ts";
import type { PaymentSearch } from "./search.ts";

interface PagerProps {
  readonly search: PaymentSearch;
  readonly nextCursor: string | null;
  /** Payments on this page. */
  readonly count: number;
  /** Payments of all pages; undefined if they are not counted. */
  readonly total: number | undefined;
  /** Whether another page is loading. */
  readonly isBusy: boolean;
}

export function Pager({ search, nextCursor, count, total, isBusy }: PagerProps) {
  const { pager: texts } = messages().payments;
  const router = useRouter();
  if (search.cursor === undefined && nextCursor === null) return null;
  return (
    <Group component="nav" aria-label={texts.title} justify="space-between">
      <Group gap="xs">
        {search.cursor !== undefined && (
          <>
            <ButtonLink to="/payments" search={{ ...search, cursor: undefined, skipped: undefined }} variant="default">
              {texts.first}
            </ButtonLink>
            <Button
              variant="default"
              leftSection={<Icon name="back" size={16} />}
              onClick={() => router.history.back()}
            >
              {texts.back}
            </Button>
          </>
        )}
      </Group>
      <Text size="sm" c="dimmed" className="amount">
        {placeText(search, count, total)}
      </Text>
      {nextCursor !== null && (
        <ButtonLink
          to="/payments"
          search={{ ...search, cursor: nextCursor, skipped: (search.skipped ?? 0) + count }}
          variant="default"
          disabled={isBusy}
          rightSection={<Icon name="forward" size={16} />}
        >
          {texts.next}
        </ButtonLink>
      )}
    </Group>
  );
}

/** For example "51–100 of 10,093". A link to a page further on may not say how many are before it. */
function placeText({ cursor, skipped = 0 }: PaymentSearch, count: number, total: number | undefined): string {
  if (count === 0 || (cursor !== undefined && skipped === 0)) return "";
  const { pager: texts } = messages().payments;
  const place = { first: countText(skipped + 1), last: countText(skipped + count) };
  return total === undefined
    ? filledText(texts.place, place)
    : filledText(texts.placeOf, { ...place, total: countText(total) });
}
