import { Button, Center, Stack } from "@mantine/core";
import { FailureAlert } from "../failure/failure-alert.tsx";

interface Pages {
  readonly hasNextPage: boolean;
  readonly isFetchingNextPage: boolean;
  readonly isFetchNextPageError: boolean;
  readonly error: unknown;
  fetchNextPage(): Promise<unknown>;
}

interface ShowMoreProps {
  /** An infinite query. */
  readonly pages: Pages;
  readonly text: string;
  /** Whether it is inside a card instead of below one. */
  readonly isInside?: boolean;
}

export const ShowMore = ({ pages, text, isInside = false }: ShowMoreProps) =>
  pages.hasNextPage && (
    <Stack gap="sm" {...(isInside && { p: "md" })}>
      {pages.isFetchNextPageError && <FailureAlert error={pages.error} />}
      <Center>
        <Button variant="default" loading={pages.isFetchingNextPage} onClick={() => void pages.fetchNextPage()}>
          {text}
        </Button>
      </Center>
    </Stack>
  );
