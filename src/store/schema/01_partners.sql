-- Partners, their API keys and fees, and the wallet apps.
--
-- Every table follows these rules. Times are timestamptz to the millisecond, by the database's clock. A table that a
-- partner owns has the partner in its primary key; the id comes first, because a wallet knows a payment only by its id.
-- Token amounts are uint256, stored as numeric(78). Fiat amounts have at most 18 digits, stored as bigint in smallest
-- units.

-- The live partner of a partner's test twin, whose id is the partner's with an ending (merchant/mode.ts); the partner
-- itself otherwise. Fees and rules are the live partner's.
create function live_partner(partner text) returns text language sql immutable as $$
  select case when partner like '%\_test' then left(partner, -5) else partner end
$$;

-- Partners create payments.
create table partners (
  id                   text primary key,
  -- a test twin's partner, which exists; null for all others
  live_id              text generated always as (nullif(live_partner(id), id)) stored references partners,
  name                 text not null check (char_length(name) between 1 and 256),
  -- the API version the partner is pinned to
  version              text not null,
  -- schemes ("shop-app:") and origins ("https://shop.example") to which the checkout page may return buyers
  return_urls          text[] not null default '{}',
  -- origins whose pages may frame the checkout
  embed_origins        text[] not null default '{}',
  -- {"color": "#1a56db", "name": "..." or null}; for merchants without their own
  branding             jsonb,
  -- {"ppm": 5000, "most": {"USD": "50"}}: how much less than asked a deposit may be; null: nothing
  deposit_tolerance    jsonb,
  -- a second person approves changes of destinations
  needs_second_person  boolean not null default false,
  created_at           timestamptz(3) not null default now()
);

-- API keys. They are shown once and stored as SHA-256; they are random, so a slow hash would add nothing.
create table api_keys (
  id                 text not null,
  partner_id         text not null references partners,
  role               text not null check (role in ('partner', 'read', 'wallet', 'charges', 'pos')),
  -- the only merchant that a key of the role pos or charges acts for
  merchant_id        text,
  hash               bytea not null unique check (octet_length(hash) = 32),
  -- the key's first characters, shown in lists
  prefix             text not null,
  label              text check (length(label) between 1 and 100),
  -- IP addresses and CIDR networks; empty: any address
  allowed_addresses  text[] not null default '{}',
  created_at         timestamptz(3) not null default now(),
  -- to the minute
  last_used_at       timestamptz(3),
  expires_at         timestamptz(3),
  revoked_at         timestamptz(3),
  primary key (id, partner_id),
  check ((role in ('charges', 'pos')) = (merchant_id is not null))
);

-- Wallet apps that the operator registered. Their wallets call the API with the app's id.
create table wallet_apps (
  id          text primary key check (char_length(id) between 1 and 128),
  name        text not null check (char_length(name) between 1 and 256),
  created_at  timestamptz(3) not null default now(),
  revoked_at  timestamptz(3)
);

-- Processes cache live keys and apps (store/people/key-ring.ts). Any change of their permissions notifies all
-- processes. The notification needs no payload, because such changes are rare.
create function notify_keys() returns trigger language plpgsql as $$
begin
  perform pg_notify('turnpike_keys', '');
  return null;
end $$;
create trigger partners_changed after update of version or delete on partners
  for each statement execute function notify_keys();
create trigger api_keys_changed
  after update of revoked_at, role, partner_id, hash, expires_at, allowed_addresses or delete on api_keys
  for each statement execute function notify_keys();
create trigger wallet_apps_changed after update or delete on wallet_apps
  for each statement execute function notify_keys();

-- Makes a table append-only. The trigger protects against mistakes: the database's owner can still drop it.
create function refuse_rewriting() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only', tg_table_name;
end $$;

-- The fee policies of partners. Append-only: the newest policy applies to new payments, and a payment keeps the policy
-- it was created under. A partner without a policy has the installation's (FEE_PERCENTAGE).
create table fee_policies (
  id          bigint generated always as identity,
  partner_id  text not null references partners,
  -- parts per million
  ppm         integer not null check (ppm between 0 and 999999),
  -- smallest units as text, by ISO 4217 code
  fixed       jsonb not null check (jsonb_typeof(fixed) = 'object'),
  -- the smallest payment: smallest units as text, by ISO 4217 code
  minimum     jsonb not null check (jsonb_typeof(minimum) = 'object'),
  -- addresses by CAIP-2, or '*' for every other chain
  receivers   jsonb not null check (jsonb_typeof(receivers) = 'object'),
  created_at  timestamptz(3) not null default now(),
  primary key (id, partner_id)
);
-- Finds a partner's current policy.
create index fee_policies_newest on fee_policies (partner_id, id desc);
create trigger fee_policies_append_only before update or delete or truncate on fee_policies
  for each statement execute function refuse_rewriting();
-- The policy is cached with the partner's keys.
create trigger fee_policies_changed after insert on fee_policies
  for each statement execute function notify_keys();
