-- The listing is folded from an outbox: a row per event, written by a trigger in the payment's own transaction and
-- deleted when it is folded. So the numbers of events and transactions no longer matter to it, and processes of an
-- earlier version fill it too. docs/decisions/0011 explains it.
create table unlisted_events (
  event_id    bigint primary key,
  payment_id  text not null
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000);

-- What was folded last, for readers of changes: the fold gives it an order without gaps.
create table listing_changes (
  -- changes folded so far, of all partners, these included
  upto         bigint not null,
  partner_id   text not null,
  -- each once, in the order of their events
  payment_ids  text[] not null,
  primary key (upto, partner_id)
);
alter table listing_progress add column changes bigint;
-- Beyond the places that readers have, which are numbers of events: they reload everything once.
update listing_progress set changes = last_event + 50001;
alter table listing_progress alter column changes set not null, alter column changes set default 0;

-- One trigger for what each insert into the log does, because each costs the creation of payments.
create function list_payment_events() returns trigger language plpgsql as $$
begin
  insert into unlisted_events (event_id, payment_id) select id, payment_id from new_events;
  perform pg_notify('turnpike_events', '')
    where exists (select from new_events n join webhook_endpoints e on e.partner_id = n.partner_id and e.is_enabled);
  return null;
end $$;
-- It waits until every transaction that has written an event ends, so the events below are complete.
drop trigger payment_events_notify on payment_events;
create trigger payment_events_inserted after insert on payment_events
  referencing new table as new_events for each statement execute function list_payment_events();

insert into unlisted_events (event_id, payment_id)
select id, payment_id from payment_events where id > (select last_event from listing_progress)
union
select e.id, e.payment_id from listing_holes h join payment_events e on e.id = h.event_id;

-- listing_progress.last_event and listing_holes stay for processes of the previous version, which may still run.
