// The doctor's check of the books: exceptions of the last day.
import { openStore } from "../../store/store.ts";

export interface BooksFinding {
  readonly part: "books";
  readonly state: "warning";
  readonly message: string;
}

const DAY_S = 86_400;

export async function checkBooks(databaseUrl: string): Promise<BooksFinding[]> {
  const store = openStore({ url: databaseUrl, connectionsMax: 1, onError: () => {} });
  try {
    const counts = await store.exceptions.count({ partnerId: null, kind: null, withinS: DAY_S });
    if (counts.size === 0) return [];
    const what = [...counts].map(([kind, count]) => `${count} ${kind}`).join(", ");
    const message = `exceptions of the last day: ${what}. See turnpike exceptions, and payment show for each.`;
    return [{ part: "books", state: "warning", message }];
  } finally {
    await store.close();
  }
}
