-- Counts the volume of charts in the database, whichever version's process folds: versions before 0017 list payments
-- without counting them, and what they left out was never added. No lock is held for long (docs/decisions/0026).

-- step: adds a fold's payments to the sums; the arguments say what each row adds to `created` and `succeeded`
create or replace function count_payment_volume() returns trigger language plpgsql as $$
declare
  creations integer := tg_argv[0];
  successes integer := tg_argv[1];
begin
  -- PostgreSQL lets only a superuser attach a custom setting to a function.
  perform set_config('turnpike.counts', 'on', true);
  insert into payment_volume as v (scope, quarter, currency, created, succeeded, revenue)
  select scopes.no, floor(extract(epoch from l.created_at) / 900)::integer, l.currency, creations * count(*),
         successes * count(*) filter (where k.status = 'succeeded'),
         successes * coalesce(sum(l.amount) filter (where k.status = 'succeeded'), 0)
    from listed l
    join payment_kinds k on k.no = l.kind
    join listing_scopes whole on whole.partner_id = l.partner_id and whole.merchant_id = ''
   cross join lateral (values (l.merchant), (whole.no)) as scopes(no)
   where creations <> 0 or k.status = 'succeeded'
   group by 1, 2, 3
  on conflict (scope, quarter, currency)
  do update set created = v.created + excluded.created, succeeded = v.succeeded + excluded.succeeded,
                revenue = v.revenue + excluded.revenue;
  perform set_config('turnpike.counts', 'off', true);
  return null;
end $$;

-- step: for what versions from 0017 to 0052 count themselves
create or replace function skip_row() returns trigger language plpgsql as $$
begin
  return null;
end $$;

-- step: between two folds, so that each is counted by its process or here. Lists wait meanwhile, so a vacuum or another
-- lock on their tables makes it step back and be retried, as other migrations are.
do $$
begin
  perform set_config('lock_timeout', '3s', true);
  perform from listing_progress for update;
  create or replace trigger payment_volume_counted_once before insert on payment_volume for each row
    when (current_setting('turnpike.counts', true) is distinct from 'on') execute function skip_row();
  create or replace trigger listed_payments_added after insert on listed_payments
    referencing new table as listed for each statement execute function count_payment_volume('1', '1');
  create or replace trigger listed_payments_changed_to after update on listed_payments
    referencing new table as listed for each statement execute function count_payment_volume('0', '1');
  create or replace trigger listed_payments_changed_from after update on listed_payments
    referencing old table as listed for each statement execute function count_payment_volume('0', '-1');
end $$;

-- step: adds what is missing. It stays the same while others fold, because a fold changes the listing and the sums in
-- one transaction; so one snapshot shows it, and only adding it waits for folds, a page at a time.
do $$
begin
  drop table if exists missing_volume;
  create temporary table missing_volume as
  with kept as materialized (
    select coalesce(payments_kept_since(), '-infinity') as since,
           coalesce(floor(extract(epoch from payments_kept_since()) / 900)::integer, 0) as quarter
  ), of_merchants as materialized (
    select l.partner_id, l.merchant as scope, floor(extract(epoch from l.created_at) / 900)::integer as quarter,
           l.currency, count(*) as created, count(*) filter (where k.status = 'succeeded') as succeeded,
           coalesce(sum(l.amount) filter (where k.status = 'succeeded'), 0) as revenue
      from listed_payments l
      join payment_kinds k on k.no = l.kind
     where l.created_at >= (select since from kept)
     group by 1, 2, 3, 4
  ), counted as (
    select scope, quarter, currency, created, succeeded, revenue from of_merchants
    union all
    select s.no, m.quarter, m.currency, sum(m.created), sum(m.succeeded), sum(m.revenue)
      from of_merchants m join listing_scopes s on s.partner_id = m.partner_id and s.merchant_id = ''
     group by 1, 2, 3
  ), stored as (
    select * from payment_volume where quarter >= (select quarter from kept)
  )
  select scope, quarter, currency, coalesce(c.created, 0) - coalesce(v.created, 0) as created,
         coalesce(c.succeeded, 0) - coalesce(v.succeeded, 0) as succeeded,
         coalesce(c.revenue, 0) - coalesce(v.revenue, 0) as revenue
    from counted c full join stored v using (scope, quarter, currency)
   where (c.created, c.succeeded, c.revenue) is distinct from (v.created, v.succeeded, v.revenue);

  loop
    commit;
    perform from listing_progress for update;
    perform set_config('turnpike.counts', 'on', true);
    with page as (
      delete from missing_volume where ctid = any(array(select ctid from missing_volume limit 5000)) returning *
    )
    insert into payment_volume as v (scope, quarter, currency, created, succeeded, revenue)
    select scope, quarter, currency, created, succeeded, revenue from page
    on conflict (scope, quarter, currency)
    do update set created = v.created + excluded.created, succeeded = v.succeeded + excluded.succeeded,
                  revenue = v.revenue + excluded.revenue;
    exit when not found;
  end loop;
  drop table missing_volume;
end $$;
