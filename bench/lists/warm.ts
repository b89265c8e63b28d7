// Loads what hours of use would have loaded: the pages that lists read lie anywhere in the year, and a few hundred
// requests read only a few of them.
import pg from "pg";
import { TOTALS } from "./generate.ts";

/** Show the payments at the ends of a range, and those whose reference contains a text. */
const INDEXES = ["listed_by_date", "listed_by_merchant_and_date", "references_by_piece"];
/** Show which payments are on a page. */
const INDEXES_OF_PAGES = ["listed_by_amount", "listed_by_merchant_and_amount", "listed_payments_pkey"];
/** The tables that a page shows, by payment. */
const SHOWN = ["payments", "confirmations", "payment_events", "transfers"];
const SHOWN_BY = "_pkey$|^transfers_credit$|_payment_id_id_idx$";

/**
 * Totals and indexes that show matches into shared_buffers, as much of the rest as fits into the system's cache: later,
 * because what goes to shared_buffers passes through that cache.
 */
export async function warm(databaseUrl: string): Promise<void> {
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
      [TOTALS, INDEXES],
    );
    await client.query(
      `with shown as (
         select coalesce(t.relid, name::regclass) as relid
           from unnest($1::text[]) as name left join pg_partition_tree(name::regclass) t on true
          where t.isleaf is not false)
       select pg_prewarm(relid, 'read') from shown
       union all
       select pg_prewarm(c.oid, 'read')
         from shown join pg_index on indrelid = relid join pg_class c on c.oid = indexrelid where c.relname ~ $3
       union all
       select pg_prewarm(name::regclass, 'read') from unnest($2::text[]) as name`,
      [SHOWN, INDEXES_OF_PAGES, SHOWN_BY],
    );
  } finally {
    await client.end();
  }
}
