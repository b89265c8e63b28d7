-- Statistics of lists and charts, from sums by time. docs/decisions/0011 explains them.
--
-- Time is a tree of spans: all of time (level 0, span 0), spans of 64 days (level 1, numbered from 1970 in UTC), and
-- each level a quarter of the one above, down to 22.5 minutes (level 7). A scope's span is divided once it has too many
-- payments to add up one by one: from then on its inner spans have totals. A time range is therefore a few totals and,
-- at its two ends, payments of spans that are not divided.

-- Spans with many payments, whose inner spans (and level 0 itself) have totals with sets of buyers.
create table split_spans (
  scope  integer not null,
  level  smallint not null,
  span   integer not null,
  primary key (scope, level, span)
);

-- Their totals.
create table payment_totals (
  scope     integer not null,
  level     smallint not null,
  span      integer not null,
  kind      integer not null,
  currency  text not null,
  payments  bigint not null,
  -- smallest units
  amount    numeric not null,
  primary key (scope, level, span, kind, currency)
);

-- The buyers of each span as bits by their number, 8 192 per row; the union over spans and kinds counts distinct
-- buyers. Only final kinds with a buyer (succeeded, failed) are included, so a bit is never cleared. Kind 0 combines
-- all of them.
create table buyer_sets (
  scope  integer not null,
  level  smallint not null,
  span   integer not null,
  kind   integer not null,
  -- which 8 192 numbers
  chunk  integer not null,
  bits   bit(8192) not null,
  primary key (scope, level, span, kind, chunk)
);

-- Buyer sets of spans that have ended, in the order in which lists read them. While payments of a span arrive, its sets
-- are written in the order of its buyers, among those of other spans and kinds: a list that reads a thousand of them
-- reads nearly as many pages. The worker that folds moves them here (store/listing/packed-sets.ts), where nothing
-- leaves a gap that later ones would fill. A query of buyer_sets reads both. Folds add what comes late to buyer_sets,
-- so a set may be in both.
create table packed_buyer_sets (
  primary key (scope, level, span, kind, chunk)
) inherits (buyer_sets);

-- Spans with fewer payments, whose inner spans have fine totals: the ends of time ranges, and small merchants.
create table fine_spans (
  scope  integer not null,
  level  smallint not null,
  span   integer not null,
  primary key (scope, level, span)
);

-- Totals of such spans. A set of buyers is a list here, because bitmaps of so few buyers would be larger than the
-- payments. The list is read to count its buyers outside of PostgreSQL, which would have to sort them.
create table fine_totals (
  scope     integer not null,
  level     smallint not null,
  span      integer not null,
  kind      integer not null,
  currency  text not null,
  payments  bigint not null,
  amount    numeric not null,
  -- of the succeeded and failed payments, the number of each one's buyer: four bytes, as int4send writes them
  buyers    bytea not null,
  primary key (scope, level, span, kind, currency)
  -- room for the next version of a row on its page; lists are read together with their rows
) with (fillfactor = 70, toast_tuple_target = 8160);

-- Spans that may need fine totals, because they were filled when the one above was divided (store/listing/split.ts).
create table unrefined_spans (
  scope  integer not null,
  level  smallint not null,
  span   integer not null,
  primary key (scope, level, span)
);

-- Created and paid volume per quarter of an hour, for charts. In every time zone, hours, days and months begin on a UTC
-- quarter of an hour, so a chart's bar is a sum of a few rows. The spans above fit no time zone, and have totals only
-- where there are many payments.
create table payment_volume (
  -- a merchant, or all of a partner's (listing_scopes)
  scope      integer not null,
  -- when the payment was created: Unix seconds divided by 900
  quarter    integer not null,
  currency   text not null,
  created    bigint not null,
  -- of the created ones
  succeeded  bigint not null,
  -- of the succeeded ones, in smallest units
  revenue    numeric not null,
  primary key (scope, quarter, currency)
);

-- The spans with fine totals that contain a payment, of its merchant and of its whole partner. A span's number is that
-- of the smallest span in it, divided by 4 for each level between them.
create function fine_spans_of(partner_id text, merchant integer, created_at timestamptz)
  returns table (scope integer, level integer, span integer) language sql stable parallel safe as $$
  select own.scope, inside.level, (leaf.span >> (14 - 2 * inside.level))::integer
    from (select floor(extract(epoch from $3))::bigint / 1350 as span offset 0) as leaf
   cross join (select $2 as scope
               union all
               select w.no from listing_scopes w where w.partner_id = $1 and w.merchant_id = '') as own
    -- most merchants have none
   cross join lateral (select from fine_spans f where f.scope = own.scope limit 1) as any_span
   cross join (values (1), (2), (3), (4), (5), (6), (7)) as inside(level)
   cross join lateral (
     select from fine_spans f
      where f.scope = own.scope and f.level = inside.level - 1
        and f.span = case inside.level when 1 then 0 else leaf.span >> (16 - 2 * inside.level) end
     offset 0) as outside
$$;

-- Adds new rows of listed_payments.
create function add_fine_totals() returns trigger language plpgsql set enable_seqscan = off as $$
begin
  insert into fine_totals as t (scope, level, span, kind, currency, payments, amount, buyers)
  select s.scope, s.level, s.span, l.kind, l.currency, count(*), sum(l.amount),
         coalesce(string_agg(int4send(l.buyer), '') filter (where k.status in ('succeeded', 'failed')), '')
    from present l join payment_kinds k on k.no = l.kind
   cross join lateral fine_spans_of(k.partner_id, l.merchant, l.created_at) as s
   group by 1, 2, 3, 4, 5
  on conflict (scope, level, span, kind, currency)
  do update set payments = t.payments + excluded.payments, amount = t.amount + excluded.amount,
                buyers = t.buyers || excluded.buyers;
  return null;
end $$;

-- Adds the difference between former and present rows. A buyer is never removed, because only final payments are in the
-- lists.
create function move_fine_totals() returns trigger language plpgsql set enable_seqscan = off as $$
begin
  insert into fine_totals as t (scope, level, span, kind, currency, payments, amount, buyers)
  select s.scope, s.level, s.span, l.kind, l.currency, sum(l.payments), sum(l.payments * l.amount),
         coalesce(string_agg(int4send(l.buyer), '') filter (where k.status in ('succeeded', 'failed')), '')
    from (select merchant, created_at, kind, currency, amount, buyer, 1 as payments from present
          union all
          select merchant, created_at, kind, currency, amount, null, -1 from former) l
    join payment_kinds k on k.no = l.kind
   cross join lateral fine_spans_of(k.partner_id, l.merchant, l.created_at) as s
   group by 1, 2, 3, 4, 5
  on conflict (scope, level, span, kind, currency)
  do update set payments = t.payments + excluded.payments, amount = t.amount + excluded.amount,
                buyers = t.buyers || excluded.buyers;
  return null;
end $$;
create trigger listed_payments_inserted after insert on listed_payments
  referencing new table as present for each statement execute function add_fine_totals();
create trigger listed_payments_updated after update on listed_payments
  referencing old table as former new table as present for each statement execute function move_fine_totals();

-- Adds a fold's payments to the sums; the arguments say what each row adds to `created` and `succeeded`.
create function count_payment_volume() returns trigger language plpgsql as $$
declare
  creations integer := tg_argv[0];
  successes integer := tg_argv[1];
begin
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
  return null;
end $$;

create trigger listed_payments_added after insert on listed_payments
  referencing new table as listed for each statement execute function count_payment_volume('1', '1');
create trigger listed_payments_changed_to after update on listed_payments
  referencing new table as listed for each statement execute function count_payment_volume('0', '1');
create trigger listed_payments_changed_from after update on listed_payments
  referencing old table as listed for each statement execute function count_payment_volume('0', '-1');
