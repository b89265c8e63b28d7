-- One schema, bounded by its own checks. Times are timestamptz to the millisecond; the database's clock is the clock.
-- Every partner-owned table carries the partner in its primary key, so that it can be distributed by partner one day;
-- the id stands first, because a wallet knows a payment by its id alone.
-- Token amounts are uint256 and stand as numeric(78); fiat amounts have at most 18 digits and stand as bigint.

create table partners (
  id          text primary key,
  name        text not null check (char_length(name) between 1 and 256),
  -- the API version the partner is pinned to
  version     text not null,
  created_at  timestamptz(3) not null default now()
);

-- Keys are shown once and stored as SHA-256: they are random, so a slow hash would protect nothing.
create table api_keys (
  id           text not null,
  partner_id   text not null references partners,
  role         text not null check (role in ('partner', 'read', 'wallet')),
  hash         bytea not null unique check (octet_length(hash) = 32),
  -- the key's first characters, for recognising it in a list
  prefix       text not null,
  created_at   timestamptz(3) not null default now(),
  revoked_at   timestamptz(3),
  primary key (id, partner_id)
);

create table wallet_apps (
  id          text primary key check (char_length(id) between 1 and 128),
  name        text not null check (char_length(name) between 1 and 256),
  created_at  timestamptz(3) not null default now()
);

create table merchants (
  id          text not null,
  partner_id  text not null references partners,
  name        text not null check (char_length(name) between 1 and 256),
  email       text,
  status      text not null default 'active' check (status in ('active', 'inactive', 'suspended')),
  icon_url    text,
  created_at  timestamptz(3) not null default now(),
  deleted_at  timestamptz(3),
  primary key (id, partner_id)
);

create table crypto_settlements (
  id           text not null,
  partner_id   text not null,
  merchant_id  text not null,
  asset        text not null,
  destination  text not null,
  created_at   timestamptz(3) not null default now(),
  primary key (id, partner_id),
  unique (merchant_id, partner_id, asset),
  foreign key (merchant_id, partner_id) references merchants
);

create table payments (
  id                text not null,
  partner_id        text not null,
  merchant_id       text not null,
  reference_id      text not null check (char_length(reference_id) between 1 and 256),
  status            text not null default 'requires_action'
                    check (status in ('requires_action', 'processing', 'succeeded', 'failed', 'expired', 'cancelled')),
  currency          text not null check (currency ~ '^[A-Z]{3}$'),
  amount            bigint not null check (amount > 0),
  success_url       text,
  error_url         text,
  created_at        timestamptz(3) not null default now(),
  expires_at        timestamptz(0) not null,
  last_updated_at   timestamptz(3) not null default now(),
  failure_code      text check (failure_code = 'declined_user'),
  cancelled_reason  text check (cancelled_reason in ('cancelled_by_user', 'cancelled_by_merchant')),
  -- keccak256 of the id: how the chain names the payment
  chain_key         bytea not null check (octet_length(chain_key) = 32),
  primary key (id, partner_id),
  foreign key (merchant_id, partner_id) references merchants,
  check ((cancelled_reason is null) = (status <> 'cancelled')),
  check (failure_code is null or status = 'failed')
);
-- what the expiry worker reads
create index payments_open on payments (expires_at) where status = 'requires_action';
-- how a transfer on chain finds its payment
create index payments_chain_key on payments (chain_key);

-- Append-only: what happened to a payment, in order. Written in the transaction of the change itself.
create table payment_events (
  -- one order over all payments, for feeds
  id          bigint generated always as identity,
  payment_id  text not null,
  partner_id  text not null,
  type        text not null,
  status      text not null,
  data        jsonb not null default '{}',
  created_at  timestamptz(3) not null default now(),
  primary key (id, partner_id)
);
create index payment_events_payment on payment_events (payment_id, id);

-- The option a buyer confirmed, with the authorisation for it: at most one per payment, for good.
create table confirmations (
  payment_id          text not null,
  partner_id          text not null,
  terms_hash          bytea not null check (octet_length(terms_hash) = 32),
  results_digest      bytea not null check (octet_length(results_digest) = 32),
  provider_name       text not null default '',
  asset               text not null,
  method              text not null check (method in ('eip3009')),
  pays_out            text not null check (pays_out in ('merchant', 'treasury')),
  quote_expires_at_s  bigint,
  chain               text not null,
  router              text not null,
  token               text not null,
  payer               text not null,
  amount              numeric(78) not null check (amount > 0),
  destination         text not null,
  fee                 numeric(78) not null check (fee >= 0 and fee <= amount),
  fee_receiver        text not null,
  deadline_s          bigint not null,
  signature           bytea not null,
  -- blocks its transfer must have, decided by the chain's policy when it was confirmed
  required_depth      integer not null check (required_depth > 0),
  confirmed_at        timestamptz(3) not null default now(),
  -- where the relayer stands with it: queued (to be put into a batch) · sent (in a batch whose outcome is awaited) ·
  -- held (its batch was mined without it; looked at again after relay_after) · external (the wallet asked us not to
  -- broadcast) · closed (paid or given up)
  relay_state         text not null check (relay_state in ('queued', 'sent', 'held', 'external', 'closed')),
  -- to the microsecond: rounded up it would be later than now()
  relay_after         timestamptz not null default now(),
  relay_attempts      integer not null default 0,
  batch_id            bigint,
  primary key (payment_id, partner_id),
  foreign key (payment_id, partner_id) references payments
);
create index confirmations_queued on confirmations (chain, relay_after) where relay_state = 'queued';
create index confirmations_held on confirmations (chain, relay_after) where relay_state = 'held';
create index confirmations_batch on confirmations (batch_id) where relay_state = 'sent';
create index confirmations_waiting on confirmations (chain, deadline_s) where relay_state <> 'closed';

-- The relayer's accounts, with the nonce each will use next: allocated here, so two processes never use one twice.
create table relayers (
  chain       text not null,
  address     text not null,
  next_nonce  bigint not null check (next_nonce >= 0),
  primary key (chain, address)
);

-- One nonce of one relayer and the call it carries. The call never changes; its fees may (relay_transactions).
create table relay_batches (
  id           bigint generated always as identity primary key,
  chain        text not null,
  relayer      text not null,
  nonce        bigint not null,
  recipient    text not null,
  data         bytea not null,
  gas_limit    bigint not null,
  payments     integer not null,
  created_at   timestamptz(3) not null default now(),
  -- the block that holds it; null again when a reorg takes it out
  mined_in     bigint,
  unique (chain, relayer, nonce),
  foreign key (chain, relayer) references relayers
);
create index relay_batches_unmined on relay_batches (chain, relayer, nonce) where mined_in is null;

-- Each signed form of a batch (a fee bump is another), stored before it is sent, so that what is repeated is the same bytes.
create table relay_transactions (
  hash                      bytea primary key check (octet_length(hash) = 32),
  batch_id                  bigint not null references relay_batches,
  raw                       bytea not null,
  max_fee_per_gas           numeric(78) not null,
  max_priority_fee_per_gas  numeric(78) not null,
  created_at                timestamptz(3) not null default now(),
  last_sent_at              timestamptz(3)
);
create index relay_transactions_batch on relay_transactions (batch_id);

-- The chain as it was followed: the last blocks of each chain, for noticing a reorg and where it forks.
create table chain_blocks (
  chain        text not null,
  number       bigint not null,
  hash         bytea not null,
  parent_hash  bytea not null,
  -- the block's own timestamp
  time_s       bigint not null,
  primary key (chain, number)
);

-- Every `Paid` event of the router in the chain as it stands. (chain, transaction, log) is what a payment is credited by.
create table transfers (
  id            bigint generated always as identity primary key,
  chain         text not null,
  tx_hash       bytea not null,
  log_index     integer not null,
  block_number  bigint not null,
  block_hash    bytea not null,
  chain_key     bytea not null,
  terms_hash    bytea not null,
  token         text not null,
  payer         text not null,
  amount        numeric(78) not null,
  destination   text not null,
  fee           numeric(78) not null,
  -- seen: waits for depth or for its payment · credited: it is what paid its payment · exception: told to the partner ·
  -- foreign: names no payment of this installation, or terms nobody was quoted
  state         text not null default 'seen' check (state in ('seen', 'credited', 'exception', 'foreign')),
  payment_id    text,
  partner_id    text,
  -- a reorg took it out of the chain after it had been credited
  orphaned_at   timestamptz(3)
);
-- only among those that are in the chain: after a reorg, one transaction's events may stand at each other's old places
create unique index transfers_place on transfers (chain, tx_hash, log_index) where orphaned_at is null;
create index transfers_seen on transfers (chain, block_number) where state = 'seen';
create index transfers_block on transfers (chain, block_number);
create index transfers_orphaned on transfers (chain, terms_hash) where orphaned_at is not null;
create unique index transfers_credit on transfers (payment_id) where state = 'credited';

-- Money that moved in a way that the payment's status does not tell.
create table exceptions (
  id          text not null,
  partner_id  text not null,
  payment_id  text not null,
  kind        text not null check (kind in ('underpaid', 'overpaid', 'late', 'duplicate', 'reorged', 'settlement_failed')),
  asset       text,
  amount      numeric(78),
  chain       text,
  tx_hash     bytea,
  log_index   integer,
  message     text not null,
  created_at  timestamptz(3) not null default now(),
  primary key (id, partner_id),
  unique nulls not distinct (payment_id, partner_id, kind, chain, tx_hash, log_index)
);

-- Answers already given, by idempotency key; written in the transaction of their effect, kept 30 days.
create table idempotent_answers (
  partner_id   text not null,
  -- method, path with its ids, and merchant
  scope        text not null,
  key          text not null check (char_length(key) between 1 and 255),
  fingerprint  bytea not null,
  status       integer,
  body         jsonb,
  created_at   timestamptz(3) not null default now(),
  primary key (partner_id, scope, key)
);
create index idempotent_answers_age on idempotent_answers (created_at);
