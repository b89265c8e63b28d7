-- Events for partners, and webhooks. The log of payments (payment_events) doubles as the partners' events;
-- partner_events has the others. docs/decisions/0046 explains the order of events.
--
-- Readers see only events of transactions below the oldest one still running, ordered by (tx, id), so no event ever
-- appears behind a reader's place.

-- Events of merchants, settlements and webhook endpoints. Kept 30 days.
create table partner_events (
  id           bigint not null default nextval('event_numbers'),
  partner_id   text not null references partners,
  -- the number of the transaction that wrote it
  tx           bigint not null default pg_current_xact_id()::text::bigint,
  event_id     text not null unique default 'evt_' || replace(gen_random_uuid()::text, '-', ''),
  type         text not null check (type in (
    'merchant.created', 'merchant.updated', 'merchant.deleted',
    'settlement.created', 'settlement.changed', 'settlement.deleted',
    'webhook_endpoint.disabled', 'webhook_endpoint.test')),
  merchant_id  text,
  -- the only endpoint that receives a test
  endpoint_id  text,
  -- the subject after the change; for a merchant also `before`, the replaced profile
  facts        jsonb not null,
  created_at   timestamptz(3) not null default now(),
  primary key (id, partner_id)
);
-- Finds a partner's events since a place or a time.
create index partner_events_of_partner on partner_events (partner_id, tx, id);
-- Finds a merchant's name and logo at the time of an event.
create index partner_events_of_merchant on partner_events (merchant_id, id) where type = 'merchant.updated';
-- Finds events past their 30 days.
create index partner_events_age on partner_events (created_at);

-- The public type of an entry in the log of payments; null: partners get no such event.
create function event_type(entry text) returns text language sql immutable parallel safe
  return case entry
    when 'created' then 'payment.created' when 'updated' then 'payment.updated'
    when 'confirmed' then 'payment.processing'
    when 'paid' then 'payment.succeeded' when 'given_up' then 'payment.failed' when 'declined' then 'payment.failed'
    when 'expired' then 'payment.expired' when 'cancelled' then 'payment.cancelled'
    when 'refunded' then 'payment.refunded' when 'refund_created' then 'refund.created'
    when 'refund_claimed' then 'refund.claimed' when 'refund_succeeded' then 'refund.succeeded'
    when 'refund_failed' then 'refund.failed' when 'refund_cancelled' then 'refund.cancelled' when 'exception' then 'exception.opened'
    when 'resolved' then 'exception.resolved' end;

-- A dump restored in another cluster contains transaction numbers that the new cluster has not reached. The offset
-- makes the new cluster's numbers follow them.
create table event_clock (
  is_only    boolean primary key default true check (is_only),
  tx_offset  bigint not null
);
insert into event_clock (tx_offset) values (0);

-- Events below this number are complete: every transaction that may write one has ended. Transactions of other
-- databases in the cluster do not count, unless their database is unknown. (backend_xid has the lower 32 bits.)
create function events_horizon() returns bigint language sql stable as $$
  select tx_offset + coalesce(
    (select min(running.xid)
       from (select x::text::bigint as xid from pg_snapshot_xip(pg_current_snapshot()) as x) running
      where not exists (select from pg_stat_activity a
                         where a.datname <> current_database()
                           and a.backend_xid::text::bigint = running.xid & 4294967295)),
    pg_snapshot_xmax(pg_current_snapshot())::text::bigint)
    from event_clock
$$;

-- Runs after each migration, before the service starts. Does nothing unless the database came from another cluster.
create function advance_event_clock() returns boolean language plpgsql as $$
declare
  number constant text := 'pg_current_xact_id()::text::bigint';
  newest bigint;
  shift bigint;
begin
  select max(tx) into newest from (
    (select tx from payment_events order by id desc limit 1000)
    union all (select tx from partner_events order by id desc limit 1000)
    union all (select tx from webhook_endpoints)
  ) as known;
  -- a later snapshot than the one above, so that concurrent writers are below it
  select newest - pg_snapshot_xmax(pg_current_snapshot())::text::bigint + 1 into shift;
  if newest is null or shift <= (select tx_offset from event_clock) then
    return false;
  end if;
  update event_clock set tx_offset = shift;
  execute format('alter table payment_events alter column tx set default %s + %s', number, shift);
  execute format('alter table partner_events alter column tx set default %s + %s', number, shift);
  return true;
end $$;

-- The endpoints that receive a partner's events.
create table webhook_endpoints (
  id               text not null,
  partner_id       text not null references partners,
  url              text not null check (char_length(url) <= 2048),
  -- the format of deliveries: Standard Webhooks, or Coinbase Commerce
  format           text not null default 'standard' check (format in ('standard', 'commerce')),
  -- event types, or '*' for all
  events           text[] not null,
  -- null: all merchants
  merchant_ids     text[],
  description      text check (char_length(description) <= 256),
  is_enabled       boolean not null default true,
  -- why Turnpike disabled the endpoint; null if the partner did
  disabled_reason  text check (disabled_reason in ('gone', 'failing')),
  created_at       timestamptz(3) not null default now(),
  -- the key of BUYER_DATA_KEYS that seals the secret
  key_id           text not null,
  secret           bytea not null,
  -- until this time, the secret before the last rotation signs as well
  former_key_id    text,
  former_secret    bytea,
  former_until     timestamptz(3),
  -- the position: the last event that became a delivery or was skipped
  tx               bigint not null,
  event            bigint not null default 0,
  -- every attempt since then has failed
  failing_since    timestamptz(3),
  -- the process that serves the endpoint, until its lease ends
  lease            text,
  leased_until     timestamptz,
  primary key (id, partner_id)
);
create unique index webhook_endpoints_by_id on webhook_endpoints (id);
-- Finds a partner's endpoints.
create index webhook_endpoints_of_partner on webhook_endpoints (partner_id, created_at, id);

-- The number of a partner's endpoints. Creations wait for one another until commit; because the function is volatile,
-- its query sees earlier commits.
create function count_webhook_endpoints(in_partner text) returns bigint language plpgsql volatile as $$
begin
  perform from partners where id = in_partner for no key update;
  return (select count(*) from webhook_endpoints where partner_id = in_partner);
end $$;

-- One event for one endpoint. Kept 30 days.
create table webhook_deliveries (
  id               text primary key default 'dlv_' || replace(gen_random_uuid()::text, '-', ''),
  no               bigint generated always as identity,
  endpoint_id      text not null references webhook_endpoints (id) on delete cascade,
  partner_id       text not null,
  -- the row of payment_events or partner_events
  event            bigint not null,
  event_id         text not null,
  type             text not null,
  payment_id       text,
  status           text not null default 'pending' check (status in ('pending', 'succeeded', 'failed')),
  attempts         integer not null default 0,
  -- attempts since the delivery was last queued: its place in the schedule
  tries            integer not null default 0,
  next_attempt_at  timestamptz(3) default now(),
  -- of a payment without money so far: it goes after the others, of which strangers cannot create any
  is_unpaid        boolean not null default false,
  created_at       timestamptz(3) not null default now(),
  unique (endpoint_id, event),
  check ((status = 'pending') = (next_attempt_at is not null))
);
-- Finds the deliveries that an endpoint gets now.
create index webhook_deliveries_due on webhook_deliveries (endpoint_id, next_attempt_at, no) where status = 'pending';
-- Finds those among them that go before the ones of unpaid payments.
create index webhook_deliveries_first on webhook_deliveries (endpoint_id, next_attempt_at, no)
  where status = 'pending' and not is_unpaid;
-- Finds an endpoint's newest deliveries.
create index webhook_deliveries_listed on webhook_deliveries (endpoint_id, no desc);
-- Finds deliveries past their 30 days.
create index webhook_deliveries_age on webhook_deliveries (created_at);

-- Each request of a delivery, with the response.
create table webhook_attempts (
  delivery_id  text not null references webhook_deliveries on delete cascade,
  no           integer not null,
  at           timestamptz(3) not null,
  -- the HTTP status; null: no response
  status       integer,
  duration_ms  integer not null,
  -- null: the attempt succeeded
  error        text,
  -- the first 4 KB of the response
  response     text,
  primary key (delivery_id, no)
);

-- Wakes the processes that deliver, at commit. Notifications are serialised at commit, so partners without an endpoint
-- cause none. list_payment_events notifies of payment_events.
create function notify_events() returns trigger language plpgsql as $$
begin
  perform pg_notify('turnpike_events', '')
    where exists (select from new_events n join webhook_endpoints e on e.partner_id = n.partner_id and e.is_enabled);
  return null;
end $$;
create trigger partner_events_notify after insert on partner_events
  referencing new table as new_events for each statement execute function notify_events();
