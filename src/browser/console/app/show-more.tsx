// The end of a list that has further pages.
import { Button, Center } from "@mantine/core";

interface Pages {
  readonly hasNextPage: boolean;
  readonly isFetchingNextPage: boolean;
  fetchNextPage(): Promise<unknown>;
}

interface ShowMoreProps {
  /** Of an infinite query. */
  readonly pages: Pages;
  readonly text: string;
  /** Where it stands inside a surface, and not below it. */
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
