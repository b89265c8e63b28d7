// Cursor-based pagination. Cursors only point forward, so "Back" uses the browser's history.

import { Button, Group } from "@mantine/core";
import { useRouter } from "@tanstack/react-router";
import { Icon } from "../../app/icon.tsx";
import { ButtonLink } from "../../app/links.tsx";
import type { PaymentSearch } from "./search.ts";

interface PagerProps {
  readonly search: PaymentSearch;
  readonly nextCursor: string | null;
  /** Whether another page is loading. */
  readonly isBusy: boolean;
}

export function Pager({ search, nextCursor, isBusy }: PagerProps) {
  const router = useRouter();
  if (search.cursor === undefined && nextCursor === null) return null;
  return (
    <Group component="nav" aria-label="Pages" justify="space-between">
      <Group gap="xs">
        {search.cursor !== undefined && (
          <>
            <ButtonLink to="/payments" search={{ ...search, cursor: undefined }} variant="default">
              First page
            </ButtonLink>
            <Button
              variant="default"
              leftSection={<Icon name="back" size={16} />}
              onClick={() => router.history.back()}
            >
              Back
            </Button>
          </>
        )}
      </Group>
      {nextCursor !== null && (
        <ButtonLink
          to="/payments"
          search={{ ...search, cursor: nextCursor }}
          variant="default"
          disabled={isBusy}
          rightSection={<Icon name="forward" size={16} />}
        >
          Next page
        </ButtonLink>
      )}
    </Group>
  );
}
