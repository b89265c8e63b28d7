-- Merchants: logos, fiat destinations, the log of destination changes, and the order of lists.

-- Logos shown to buyers, by the SHA-256 of their bytes. They are never deleted, because their URLs are served as
-- immutable and may be cached anywhere.
create table logos (
  hash        bytea primary key check (octet_length(hash) = 32),
  -- WebP, square
  content     bytea not null,
  created_at  timestamptz(3) not null default now()
);
-- it is already compressed
alter table logos alter column content set storage external;

alter table merchants add column logo bytea references logos;
-- It held the URL sent by a partner, which nothing ever fetched or checked.
alter table merchants drop column icon_url;

-- lists: newest first
create index merchants_listed on merchants (partner_id, created_at, id) where deleted_at is null;

-- and search, for texts of at least three characters
create index merchants_searched on merchants using gin (partner_id, name gin_trgm_ops, id gin_trgm_ops)
  where deleted_at is null;

-- Bank destinations: configured by the operator and shown to the partner, but not used.
create table fiat_settlements (
  id           text not null,
  partner_id   text not null,
  merchant_id  text not null,
  status       text not null check (status in ('active', 'inactive', 'pending')),
  bank_type    text not null check (char_length(bank_type) between 1 and 64),
  created_at   timestamptz(3) not null default now(),
  primary key (id, partner_id),
  foreign key (merchant_id, partner_id) references merchants
);
create index fiat_settlements_merchant on fiat_settlements (merchant_id, partner_id);

-- Append-only history of a merchant. Its ids come from the payments' sequence, so that a feed of both has one order.
create table merchant_events (
  id           bigint not null default nextval('payment_events_id_seq'),
  partner_id   text not null,
  merchant_id  text not null,
  type         text not null check (type in ('settlement_created', 'settlement_changed', 'settlement_deleted')),
  data         jsonb not null,
  created_at   timestamptz(3) not null default now(),
  primary key (id, partner_id)
);
create index merchant_events_merchant on merchant_events (merchant_id, id);

-- Who changed where money goes, from what to what. Written in the statement of the change.
create table audit_log (
  id           bigint generated always as identity,
  partner_id   text not null,
  merchant_id  text not null,
  -- the id of an API key, or 'operator'
  actor        text not null,
  action       text not null check (action in ('settlement_created', 'settlement_changed', 'settlement_deleted')),
  subject_id   text not null,
  before       jsonb,
  after        jsonb,
  created_at   timestamptz(3) not null default now(),
  primary key (id, partner_id),
  check (before is not null or after is not null)
);
create index audit_log_merchant on audit_log (merchant_id, id);

create function refuse_rewriting() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only', tg_table_name;
end $$;
create trigger audit_log_append_only before update or delete or truncate on audit_log
  for each statement execute function refuse_rewriting();
create trigger merchant_events_append_only before update or delete or truncate on merchant_events
  for each statement execute function refuse_rewriting();
