-- Lists of buyers as bytes: a list is read to count its buyers outside of PostgreSQL, which would have to sort them
-- (docs/decisions/0011). No released version knows fine totals, so they are made anew. The worker that folds adds them,
-- as after 0054; until then, payments are read one by one.

-- between two folds
do $$
begin
  perform from listing_progress for update;
end $$;

truncate fine_totals, fine_spans;
-- of the succeeded and failed payments, the number of each one's buyer: four bytes, as int4send writes them
alter table fine_totals alter column buyers type bytea using '';
insert into unrefined_spans (scope, level, span)
select no, 0, 0 from listing_scopes where payments >= 500
union all
select scope, level, span from payment_totals where level between 1 and 6 group by 1, 2, 3 having sum(payments) >= 500
on conflict do nothing;

create or replace function add_fine_totals() returns trigger language plpgsql set enable_seqscan = off as $$
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

create or replace function move_fine_totals() returns trigger language plpgsql set enable_seqscan = off as $$
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
