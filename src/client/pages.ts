/** Iterates over all items of a paged list, fetching pages on demand. */
export async function* everyItem<Page extends { readonly nextCursor: string | null }, Item>(
  readPage: (cursor: string | undefined) => Promise<Page>,
  itemsOf: (page: Page) => readonly Item[],
): AsyncGenerator<Item, void, undefined> {
  let cursor: string | undefined;
  do {
    const page = await readPage(cursor);
    yield* itemsOf(page);
    cursor = page.nextCursor ?? undefined;
  } while (cursor !== undefined);
}
