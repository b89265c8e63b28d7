// A list as a CSV file, streamed page by page: it is never in memory as a whole, and a slow reader holds no database
// connection. It is not a snapshot: each page shows the rows as of its query.
import { Readable } from "node:stream";
import { invalid } from "../../../operations/errors/refusal.ts";
import { RequestError } from "../../request/request-error.ts";
import { sessionLives } from "../people/session.ts";

/** Spreadsheets still open this many rows. */
export const ROWS_MAX = 100_000;
/** A few hundred kilobytes. */
export const PAGE_ROWS = 500;

export interface CsvPage<Position> {
  readonly lines: readonly string[];
  /** The next page begins after this position; null on the last page. */
  readonly end: Position | null;
}

interface CsvFile<Position> {
  /** The beginning of the file's name. */
  readonly name: string;
  readonly head: string;
  readonly first: CsvPage<Position>;
  pageAfter(end: Position): Promise<CsvPage<Position>>;
}

type SessionCheck = Parameters<typeof sessionLives>;
interface CsvCall {
  readonly caller: SessionCheck[1];
  setHeaders(headers: Readonly<Record<string, string>>): void;
}

/** Ends with an error once the session has ended. */
export function csvFile<Position>(
  services: SessionCheck[0] & { nowMs(): number },
  call: CsvCall,
  { name, head, first, pageAfter }: CsvFile<Position>,
): Readable {
  const rest = async (end: Position): Promise<CsvPage<Position>> => {
    if (!(await sessionLives(services, call.caller))) throw new RequestError("unauthorized");
    return pageAfter(end);
  };
  call.setHeaders({
    "content-type": "text/csv; charset=utf-8",
    "content-disposition": `attachment; filename="${name}-${today(services.nowMs())}.csv"`,
  });
  return Readable.from(pieces(head, first, rest), { objectMode: false });
}

async function* pieces<Position>(
  head: string,
  first: CsvPage<Position>,
  pageAfter: (end: Position) => Promise<CsvPage<Position>>,
): AsyncGenerator<string> {
  yield head;
  let rows = 0;
  for (let page = first; ; page = await pageAfter(page.end)) {
    yield page.lines.join("");
    rows += page.lines.length;
    if (page.end === null || rows >= ROWS_MAX) return;
  }
}

const today = (nowMs: number): string => new Date(nowMs).toISOString().slice(0, 10);

/** @param found how many match */
export const tooMany = (rows: "payments" | "refunds" | "entries", found: bigint | "more") =>
  invalid([
    { field: "startTs", message: `must match at most ${ROWS_MAX} ${rows}, but matches ${found}: narrow the filter` },
  ]);
