// Loads into shared_buffers what hours of use would have: a time range reads hundreds of pages of the totals, anywhere in
// the year.
import pg from "pg";
import { TOTALS } from "./generate.ts";

/** Which show the payments at the ends of a range. */
const INDEXES_BY_DATE = ["listed_by_date", "listed_by_merchant_and_date"];

export async function warmTotals(databaseUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    await client.query("create extension if not exists pg_prewarm");
    await client.query(
      `with totals as (select name::regclass as oid from unnest($1::text[]) as name)
       select pg_prewarm(oid) from totals
       union all
       select pg_prewarm(indexrelid) from pg_index join totals on oid = indrelid
       union all
       select pg_prewarm(name::regclass) from unnest($2::text[]) as name`,
      [TOTALS, INDEXES_BY_DATE],
    );
  } finally {
    await client.end();
  }
}
