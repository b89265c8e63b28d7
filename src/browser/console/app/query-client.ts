// Reads are kept a little while. The connection already repeats what may succeed the second time (send.ts of the client), so
// nothing is repeated here.
import { QueryClient } from "@tanstack/react-query";

/** What is on the screen is at most so old when one comes back to it. */
const FRESH_MS = 10_000;

export const makeQueryClient = (): QueryClient =>
  new QueryClient({
    defaultOptions: {
      queries: { retry: false, staleTime: FRESH_MS, refetchOnWindowFocus: true },
      mutations: { retry: false },
    },
  });
