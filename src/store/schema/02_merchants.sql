-- Merchants, and where their money goes.

-- Logos shown to buyers, by the SHA-256 of their bytes. They are never deleted, because their URLs are served as
-- immutable and may be cached anywhere.
create table logos (
  hash     bytea primary key check (octet_length(hash) = 32),
  -- WebP, square
  content  bytea not null
);
-- WebP is already compressed.
alter table logos alter column content set storage external;

-- The indexes for searches of merchants need both extensions, which a database's owner may create.
create extension if not exists pg_trgm;
create extension if not exists btree_gin;

-- Merchants get the money.
create table merchants (
  id          text not null,
  partner_id  text not null references partners,
  -- name, email and logo are personal data, erased on request
  name        text not null check (char_length(name) between 1 and 256),
  email       text,
  status      text not null default 'active' check (status in ('active', 'inactive', 'suspended')),
  logo        bytea references logos,
  -- like a partner's branding
  branding    jsonb,
  created_at  timestamptz(3) not null default now(),
  -- hidden from lists since then; its payments remain
  deleted_at  timestamptz(3),
  primary key (id, partner_id)
);
-- Finds a partner's newest merchants.
create index merchants_listed on merchants (partner_id, created_at, id) where deleted_at is null;
-- Finds merchants of one status, however rare. Lists count all merchants in it without reading their rows.
create index merchants_listed_by_status on merchants (partner_id, status, created_at, id) where deleted_at is null;
-- Finds merchants whose names or ids contain a text of at least three characters.
create index merchants_searched on merchants using gin (partner_id, name gin_trgm_ops, id gin_trgm_ops)
  where deleted_at is null;
-- Finds merchants whose names begin with one or two characters.
create index merchants_by_name on merchants (partner_id, lower(name) text_pattern_ops) where deleted_at is null;

-- A merchant's destination for one asset.
create table crypto_settlements (
  id           text not null,
  partner_id   text not null,
  merchant_id  text not null,
  -- CAIP-19
  asset        text not null,
  -- CAIP-10
  destination  text not null,
  created_at   timestamptz(3) not null default now(),
  primary key (id, partner_id),
  unique (merchant_id, partner_id, asset),
  foreign key (merchant_id, partner_id) references merchants
);
-- Finds the merchant that an account belongs to.
create index crypto_settlements_destination on crypto_settlements (partner_id, destination);

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
-- Finds a merchant's bank destinations.
create index fiat_settlements_merchant on fiat_settlements (merchant_id, partner_id);

-- The numbers of events. All tables of events share the sequence, so that a partner's events have one order.
create sequence event_numbers;

-- Changes of destinations. Append-only, and kept permanently, unlike partner_events.
create table merchant_events (
  id           bigint not null default nextval('event_numbers'),
  partner_id   text not null,
  merchant_id  text not null,
  type         text not null check (type in ('settlement_created', 'settlement_changed', 'settlement_deleted')),
  -- {"settlementId", "asset", "before", "after"}; the last two are destinations or null
  data         jsonb not null,
  created_at   timestamptz(3) not null default now(),
  primary key (id, partner_id)
);
-- Finds destinations that a merchant has just replaced. A confirm still accepts them for a short time.
create index merchant_events_recent on merchant_events (merchant_id, created_at);
create trigger merchant_events_append_only before update or delete or truncate on merchant_events
  for each statement execute function refuse_rewriting();
