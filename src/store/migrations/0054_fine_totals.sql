-- Totals of spans with fewer payments than those of 0002: the ends of time ranges, and small merchants. A set of buyers
-- is a list here, because bitmaps of so few buyers would be larger than the payments. docs/decisions/0011 explains it.

-- Spans whose inner spans have fine totals. They have too many payments to read one by one, and too few for split_spans.
create table fine_spans (
  scope  integer not null,
  level  smallint not null,
  span   integer not null,
  primary key (scope, level, span)
);

create table fine_totals (
  scope     integer not null,
  level     smallint not null,
  span      integer not null,
  kind      integer not null,
  currency  text not null,
  payments  bigint not null,
  -- smallest units
  amount    numeric not null,
  -- of the succeeded and failed payments, one number for each of them
  buyers    integer[] not null,
  primary key (scope, level, span, kind, currency)
  -- room for the next version of a row on its page; lists are read together with their rows
) with (fillfactor = 70, toast_tuple_target = 8160);

-- Spans that were there before and have no fine totals yet; the worker that folds adds them (store/listing/split.ts).
create table unrefined_spans (
  scope  integer not null,
  level  smallint not null,
  span   integer not null,
  primary key (scope, level, span)
);
insert into unrefined_spans (scope, level, span)
select no, 0, 0 from listing_scopes where payments >= 500
union all
select scope, level, span from payment_totals where level between 1 and 6 group by 1, 2, 3 having sum(payments) >= 500;

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

-- Adds the difference between former and present rows of listed_payments. A trigger does it, so that the fold of an
-- earlier version, which does not know fine totals, keeps them as well. A buyer is never removed, because only final
-- payments are in the lists.
create function add_fine_totals() returns trigger language plpgsql set enable_seqscan = off as $$
begin
  insert into fine_totals as t (scope, level, span, kind, currency, payments, amount, buyers)
  select s.scope, s.level, s.span, l.kind, l.currency, count(*), sum(l.amount),
         coalesce(array_agg(l.buyer) filter (where l.buyer is not null and k.status in ('succeeded', 'failed')), '{}')
    from present l join payment_kinds k on k.no = l.kind
   cross join lateral fine_spans_of(k.partner_id, l.merchant, l.created_at) as s
   group by 1, 2, 3, 4, 5
  on conflict (scope, level, span, kind, currency)
  do update set payments = t.payments + excluded.payments, amount = t.amount + excluded.amount,
                buyers = t.buyers || excluded.buyers;
  return null;
end $$;
create trigger listed_payments_inserted after insert on listed_payments
  referencing new table as present for each statement execute function add_fine_totals();

create function move_fine_totals() returns trigger language plpgsql set enable_seqscan = off as $$
begin
  insert into fine_totals as t (scope, level, span, kind, currency, payments, amount, buyers)
  select s.scope, s.level, s.span, l.kind, l.currency, sum(l.payments), sum(l.payments * l.amount),
         coalesce(array_agg(l.buyer) filter (where l.buyer is not null and k.status in ('succeeded', 'failed')), '{}')
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
create trigger listed_payments_updated after update on listed_payments
  referencing old table as former new table as present for each statement execute function move_fine_totals();
