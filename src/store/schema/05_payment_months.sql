-- The months of payments: partitions of payments, confirmations and payment_events (docs/decisions/0068).

-- Ids must sort by time. With a collation that sorts their characters otherwise, partitions would mix months.
do $$
declare
  alphabet text[] := string_to_array('0123456789abcdefghjkmnpqrstvwxyz', null);
begin
  if exists (select from unnest(alphabet) as a, unnest(alphabet) as b, unnest(alphabet) as c
              where ('pay_0' || a || c < 'pay_0' || b) <> ('pay_0' || a || c < 'pay_0' || b collate "C")) then
    raise exception 'this database''s collation does not sort ids like ASCII'
      using hint = 'Dump it, create a database with LC_COLLATE ''C'' or ''en_US.UTF-8'', and restore the dump there.';
  end if;
end $$;

-- The months that have partitions, without gaps. The first month begins before all ids.
create table payment_months (
  starts_at   timestamptz primary key,
  ends_at     timestamptz not null unique,
  -- the suffix of its partitions' names
  name        text not null unique,
  -- since then, no list contains its payments; they are deleted soon after
  dropped_at  timestamptz,
  -- the newest event of its payments, recorded when the month is dropped
  last_event_at timestamptz,
  -- CAIP-10: the routers of its confirmed payments, recorded when the month is dropped
  routers     text[] not null default '{}',
  check (starts_at < ends_at)
);

-- The end of the newest dropped month: no list contains payments created before. Null: no month was dropped.
create function payments_kept_since() returns timestamptz language sql stable parallel safe
  return (select max(ends_at) from payment_months where dropped_at is not null);

-- An id that sorts before the ids of all payments created from this time on: Crockford base32 of 45 of the 48 bits of
-- the time, as in src/ids.ts. The times must be multiples of 8 ms.
create function lowest_payment_id(since timestamptz) returns text language sql immutable parallel safe
  return case when isfinite(since) then 'pay_' || (
    select string_agg(substr('0123456789abcdefghjkmnpqrstvwxyz',
                             1 + ((ms >> (48 - 5 * place)) & 31)::integer, 1), '' order by place)
      from (select (extract(epoch from since) * 1000)::bigint as ms) t, generate_series(1, 9) as place) end;

-- Attaches the three tables whose names end in that of the month.
create function attach_payment_month(month payment_months) returns void language plpgsql as $$
declare
  bounds text := format('from (%s) to (%L)', coalesce(quote_literal(lowest_payment_id(month.starts_at)), 'minvalue'),
                        lowest_payment_id(month.ends_at));
begin
  execute format('alter table payments attach partition %I for values %s', 'payments_' || month.name, bounds);
  execute format('alter table confirmations attach partition %I for values %s',
                 'confirmations_' || month.name, bounds);
  execute format('alter table payment_events attach partition %I for values %s',
                 'payment_events_' || month.name, bounds);
end $$;

-- Adds a month with its partitions. Attaching a table, unlike creating a partition, does not block reads and writes.
create function add_payment_month(starts_at timestamptz, ends_at timestamptz, name text)
returns void language plpgsql as $$
begin
  execute format('create table %I (like payments including all)', 'payments_' || name);
  execute format('create table %I (like confirmations including all)', 'confirmations_' || name);
  -- Both tables have the same bounds, so a payment's confirmation is in the same month.
  execute format('alter table %I add foreign key (payment_id, partner_id) references %I',
                 'confirmations_' || name, 'payments_' || name);
  execute format('create table %I (like payment_events including all, primary key (id, partner_id))',
                 'payment_events_' || name);
  execute format('create trigger payment_events_append_only before update or delete or truncate on %I '
                 'for each statement execute function refuse_rewriting()', 'payment_events_' || name);
  insert into payment_months (starts_at, ends_at, name) values (starts_at, ends_at, name);
  perform attach_payment_month(m) from payment_months m where m.name = add_payment_month.name;
end $$;

-- Adds the months from now on. A month must have partitions before its first payment.
create function add_payment_months(ahead interval) returns void language plpgsql as $$
declare
  ended timestamptz;
begin
  if now() + ahead < (select max(ends_at) from payment_months) then return; end if;
  -- one process at a time
  lock table payment_months in share row exclusive mode;
  loop
    select max(ends_at) into ended from payment_months;
    exit when now() + ahead < ended;
    perform add_payment_month(ended, (ended at time zone 'UTC' + interval '1 month') at time zone 'UTC',
                              to_char(ended at time zone 'UTC', 'YYYY_MM'));
  end loop;
end $$;

-- The first month ends with the next one.
select add_payment_month('-infinity', (date_trunc('month', now() at time zone 'UTC') + interval '2 months')
                                        at time zone 'UTC', 'first');
select add_payment_months('3 months');
