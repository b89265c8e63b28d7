// Queries are cached briefly and never retried here: the client's send.ts already retries.
import { QueryClient } from "@tanstack/react-query";

/** Maximum age of cached data when a page is revisited. */
const FRESH_MS = 10_000;

export const makeQueryClient = (): QueryClient =>
  new QueryClient({
    defaultOptions: {
      queries: { retry: false, staleTime: FRESH_MS, refetchOnWindowFocus: true },
      mutations: { retry: false },
    },
  });
