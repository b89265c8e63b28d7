-- Prepares payments, confirmations and payment_events for partitions by month (docs/decisions/0068): what they contain
-- becomes the first partition, which ends with the next month. No lock is held for long.

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

-- The months that have partitions, without gaps. The first one begins before all ids.
create table payment_months (
  starts_at   timestamptz primary key,
  ends_at     timestamptz not null unique,
  -- the end of its partitions' names
  name        text not null unique,
  -- since then, its payments are in no list, and soon in no table
  dropped_at  timestamptz,
  -- CAIP-10; the routers of its confirmed payments, once it is dropped
  routers     text[] not null default '{}',
  check (starts_at < ends_at)
);

-- Sorts before the ids of all payments created from this time on: Crockford base32 of 45 of the 48 bits of the time, as
-- in src/ids.ts. The times must be multiples of 8 ms.
create function lowest_payment_id(since timestamptz) returns text language sql immutable parallel safe
  return case when isfinite(since) then 'pay_' || (
    select string_agg(substr('0123456789abcdefghjkmnpqrstvwxyz',
                             1 + ((ms >> (48 - 5 * place)) & 31)::integer, 1), '' order by place)
      from (select (extract(epoch from since) * 1000)::bigint as ms) t, generate_series(1, 9) as place) end;

do $$
declare
  first_end timestamptz := (date_trunc('month', now() at time zone 'UTC') + interval '2 months') at time zone 'UTC';
begin
  insert into payment_months (starts_at, ends_at, name) values ('-infinity', first_end, 'first');
  execute format('alter table payments add constraint payments_month check (id < %L) not valid',
                 lowest_payment_id(first_end));
  execute format('alter table confirmations add constraint confirmations_month check (payment_id < %L) not valid',
                 lowest_payment_id(first_end));
  execute format('alter table payment_events add constraint payment_events_month check (payment_id < %L) not valid',
                 lowest_payment_id(first_end));
end $$;
