import { Button, Center } from "@mantine/core";

interface Pages {
  readonly hasNextPage: boolean;
  readonly isFetchingNextPage: boolean;
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
    <Center {...(isInside && { p: "md" })}>
      <Button variant="default" loading={pages.isFetchingNextPage} onClick={() => void pages.fetchNextPage()}>
        {text}
      </Button>
    </Center>
  );
