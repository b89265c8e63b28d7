interface CursorPage {
  readonly nextCursor: string | null;
}

interface From {
  readonly cursor?: string;
}

/** How an infinite query reads a list by cursors. @param read the first page is `from` nothing */
export const byCursor = <Page extends CursorPage>(read: (from: From, signal: AbortSignal) => Promise<Page>) => ({
  queryFn: ({ pageParam, signal }: { readonly pageParam: string; readonly signal: AbortSignal }) =>
    read(pageParam ? { cursor: pageParam } : {}, signal),
  initialPageParam: "",
  getNextPageParam: ({ nextCursor }: Page) => nextCursor,
});
