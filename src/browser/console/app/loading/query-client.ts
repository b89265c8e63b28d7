// Queries are cached briefly and never retried here: the client's send.ts already retries. Offline, queries wait for
// the connection; a change fails at once, because a person does not expect it to happen later.
import { onlineManager, QueryClient } from "@tanstack/react-query";

/** Maximum age of cached data when a page is revisited. */
const FRESH_MS = 10_000;

export function makeQueryClient(): QueryClient {
  onlineManager.setOnline(navigator.onLine);
  return new QueryClient({
    defaultOptions: {
      queries: { retry: false, staleTime: FRESH_MS, refetchOnWindowFocus: true, refetchOnReconnect: "always" },
      mutations: { retry: false, networkMode: "always" },
    },
  });
}
