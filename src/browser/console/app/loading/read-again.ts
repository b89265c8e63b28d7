// Marks what the pages have read as outdated, so that what is on screen is read again.
import { useQueryClient } from "@tanstack/react-query";

/** @param names the first words of query keys @returns resolves once what is on screen is up to date */
export function useReadAgain(...names: readonly string[]): () => Promise<void> {
  const queries = useQueryClient();
  return async () => {
    await Promise.all(names.map((name) => queries.invalidateQueries({ queryKey: [name] })));
  };
}
