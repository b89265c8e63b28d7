-- Partitions payments, confirmations and payment_events by month of the payment's id (docs/decisions/0068). The tables
-- become the first partitions; no row is read or moved. Statements of an earlier version go on: names and columns stay.

-- No foreign key refers to payments as a whole, because a month could not be dropped without reading the table that has
-- the key. What these tables insert comes from a payment in the same statement.
alter table buyer_data drop constraint buyer_data_payment_id_partner_id_fkey;
alter table charges drop constraint charges_payment_id_partner_id_fkey;
alter table intents drop constraint intents_payment_id_partner_id_fkey;
alter table payment_link_uses drop constraint payment_link_uses_payment_id_partner_id_fkey;
alter table refunds drop constraint refunds_payment_id_partner_id_fkey;

alter table payments rename to payments_first;
alter table confirmations rename to confirmations_first;
alter table payment_events rename to payment_events_first;

-- The names of indexes go to those of the partitioned tables.
do $$
declare
  found record;
begin
  for found in
    select i.indexrelid::regclass as index, t.name, substr(c.relname, length(t.name) + 1) as ending
      from unnest(array['payments', 'confirmations', 'payment_events']) as t(name)
      join pg_index i on i.indrelid = (t.name || '_first')::regclass
      join pg_class c on c.oid = i.indexrelid
  loop
    execute format('alter index %s rename to %I', found.index, found.name || '_first' || found.ending);
  end loop;
end $$;

-- The events' numbers come from a plain sequence, which three tables share; an identity column's belongs to one.
create sequence event_numbers;
alter table partner_events alter column id set default nextval('event_numbers');
alter table merchant_events alter column id set default nextval('event_numbers');
-- Nobody can draw another number now.
select setval('event_numbers', nextval('payment_events_id_seq'), false);
alter table payment_events_first alter column id drop identity;
alter sequence event_numbers rename to payment_events_id_seq;
alter table payment_events_first alter column id set default nextval('payment_events_id_seq');

create table payments (
  like payments_first including defaults including constraints,
  primary key (id, partner_id),
  foreign key (merchant_id, partner_id) references merchants
) partition by range (id);
create index payments_open on payments (expires_at) where status = 'requires_action';
create index payments_payment_key on payments (payment_key);

create table confirmations (
  like confirmations_first including defaults including constraints,
  primary key (payment_id, partner_id)
) partition by range (payment_id);
create index confirmations_batch on confirmations (batch_id) where relay_state = 'sent';
create index confirmations_by_time on confirmations (chain, confirmed_at, payment_id);
create index confirmations_by_transaction on confirmations (transaction_hash) where transaction_hash is not null;
create index confirmations_held on confirmations (chain, relay_after) where relay_state = 'held';
create index confirmations_quarantined on confirmations (chain, confirmed_at) where relay_state = 'quarantined';
create index confirmations_queued on confirmations (chain, relay_after) where relay_state = 'queued';
create index confirmations_unsettled on confirmations (payer, token)
  where signature is not null and relay_state <> 'closed';
create index confirmations_waiting on confirmations (chain, deadline_s) where relay_state <> 'closed';
create index confirmations_with_code on confirmations (chain, payer) where payer_code and batch_id is not null;

-- An event's number is unique because one sequence draws it, and unique in its month by the partition's primary key.
create table payment_events (like payment_events_first including defaults including constraints)
  partition by range (payment_id);
create index payment_events_of_partner on payment_events (partner_id, tx, id) include (created_at)
  where tx is not null;
create index payment_events_payment on payment_events (payment_id, id);
drop trigger payment_events_inserted on payment_events_first;
create trigger payment_events_append_only before update or delete or truncate on payment_events
  for each statement execute function refuse_rewriting();
create trigger payment_events_inserted after insert on payment_events
  referencing new table as new_events for each statement execute function list_payment_events();

alter table payments drop constraint payments_month;
alter table confirmations drop constraint confirmations_month;
alter table payment_events drop constraint payment_events_month;

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

select attach_payment_month(m) from payment_months m;
alter table payments_first drop constraint payments_month;
alter table confirmations_first drop constraint confirmations_month;
alter table payment_events_first drop constraint payment_events_month;

-- Adds partitions for the months from now on, which must exist before their payments. Tables are attached instead of
-- created as partitions, because that lets reads and writes pass.
create function add_payment_months(ahead interval) returns void language plpgsql as $$
declare
  month payment_months;
begin
  if now() + ahead < (select max(ends_at) from payment_months) then return; end if;
  -- one process at a time
  lock table payment_months in share row exclusive mode;
  loop
    select max(ends_at) into month.starts_at from payment_months;
    exit when now() + ahead < month.starts_at;
    month.ends_at := (month.starts_at at time zone 'UTC' + interval '1 month') at time zone 'UTC';
    month.name := to_char(month.starts_at at time zone 'UTC', 'YYYY_MM');
    insert into payment_months (starts_at, ends_at, name) values (month.starts_at, month.ends_at, month.name);
    execute format('create table %I (like payments including all)', 'payments_' || month.name);
    execute format('create table %I (like confirmations including all)', 'confirmations_' || month.name);
    -- Both tables have the same bounds, so a payment's confirmation is in the same month.
    execute format('alter table %I add foreign key (payment_id, partner_id) references %I',
                   'confirmations_' || month.name, 'payments_' || month.name);
    execute format('create table %I (like payment_events including all, primary key (id, partner_id))',
                   'payment_events_' || month.name);
    execute format('create trigger payment_events_append_only before update or delete or truncate on %I '
                   'for each statement execute function refuse_rewriting()', 'payment_events_' || month.name);
    perform attach_payment_month(month);
  end loop;
end $$;

select add_payment_months('3 months');

-- Payments created before are in dropped months, or soon will be: no list contains them. Null: no month was dropped.
create function payments_kept_since() returns timestamptz language sql stable parallel safe
  return (select max(ends_at) from payment_months where dropped_at is not null);
