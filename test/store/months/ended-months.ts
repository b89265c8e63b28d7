// Months of payments that ended earlier than those of a new database.

/** The start of the month that begins this many months after the current one (UTC). */
export function startOfMonth(ahead: number): Date {
  const now = new Date();
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + ahead));
}

/** The name of that month's partitions, for example 2027_01. */
export const partitionOfMonth = (ahead: number): string =>
  startOfMonth(ahead).toISOString().slice(0, 7).replace("-", "_");

interface Session {
  query(text: string): Promise<unknown>;
}

/**
 * Makes the first month of an empty database end `monthsAgo` months before the current one, and adds partitions for
 * each month since then.
 */
export async function endFirstMonth(client: Session, monthsAgo: number): Promise<void> {
  await client.query(`
    do $$
    declare
      month text;
    begin
      for month in select name from payment_months loop
        execute format('drop table payment_events_%1$s, confirmations_%1$s, payments_%1$s', month);
      end loop;
    end $$;
    delete from payment_months;
    select add_payment_month('-infinity', (date_trunc('month', now() at time zone 'UTC')
                                             - interval '${monthsAgo} months') at time zone 'UTC', 'first');
    select add_payment_months('3 months')`);
}

/**
 * Ends the month of all existing payments at this moment, on a database in use. Each wait for a lock is short, and all
 * waits together end before PostgreSQL looks for deadlocks (after 1 s).
 */
export async function endMonthNow(client: Session): Promise<void> {
  await client.query(`
    do $$
    declare
      month text;
      former timestamptz := (select min(ends_at) from payment_months);
      ended timestamptz;
    begin
      loop
        begin
          set local lock_timeout = '200ms';
          lock table payments, confirmations, payment_events, merchants in access exclusive mode;
          -- ids sort by 8 ms; a server's clock may be some milliseconds ahead
          select to_timestamp((floor(extract(epoch from greatest(clock_timestamp(), max(created_at))) * 125) + 1) / 125)
            into ended from payments;
          for month in select name from payment_months where former in (starts_at, ends_at) loop
            execute format('alter table payments detach partition payments_%s', month);
            execute format('alter table confirmations detach partition confirmations_%s', month);
            execute format('alter table payment_events detach partition payment_events_%s', month);
          end loop;
          update payment_months set ends_at = ended where ends_at = former;
          update payment_months set starts_at = ended where starts_at = former;
          perform attach_payment_month(m) from payment_months m where ended in (starts_at, ends_at);
          exit;
        exception when lock_not_available then null;
        end;
      end loop;
    end $$`);
}
