-- The schema, with all bounds as checks. Times are timestamptz to the millisecond; the database's clock is
-- authoritative. Every partner-owned table has the partner in its primary key; the id comes first, because a wallet knows
-- a payment only by its id. Token amounts are uint256, stored as numeric(78); fiat amounts have at most 18 digits, stored
-- as bigint.

create table partners (
  id          text primary key,
  name        text not null check (char_length(name) between 1 and 256),
  -- the API version the partner is pinned to
  version     text not null,
  created_at  timestamptz(3) not null default now()
);

-- Keys are shown once and stored as SHA-256. They are random, so a slow hash would add nothing.
create table api_keys (
  id           text not null,
  partner_id   text not null references partners,
  role         text not null check (role in ('partner', 'read', 'wallet')),
  hash         bytea not null unique check (octet_length(hash) = 32),
  -- the key's first characters, shown in lists
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
  -- keccak256 of the id, which identifies the payment on chain
  chain_key         bytea not null check (octet_length(chain_key) = 32),
  primary key (id, partner_id),
  foreign key (merchant_id, partner_id) references merchants,
  check ((cancelled_reason is null) = (status <> 'cancelled')),
  check (failure_code is null or status = 'failed')
);
-- for the expiry worker
create index payments_open on payments (expires_at) where status = 'requires_action';
-- finds the payment of a transfer on chain
create index payments_chain_key on payments (chain_key);

-- Append-only: the history of a payment, in order. Written in the transaction of each change.
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

-- The option that a buyer confirmed, with its authorisation. At most one per payment, and never replaced.
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
  -- block depth its transfer needs, set by the chain's policy at confirmation
  required_depth      integer not null check (required_depth > 0),
  confirmed_at        timestamptz(3) not null default now(),
  -- the relayer's state: queued (awaits a batch) · sent (in a batch whose outcome is awaited) · held (its batch was
  -- mined without it; retried after relay_after) · external (the wallet asked us not to broadcast) · closed (paid or
  -- given up)
  relay_state         text not null check (relay_state in ('queued', 'sent', 'held', 'external', 'closed')),
  -- to the microsecond: rounded up, it would be later than now()
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

-- The relayer's accounts with their next nonces, allocated here so that no two processes use the same one.
create table relayers (
  chain       text not null,
  address     text not null,
  next_nonce  bigint not null check (next_nonce >= 0),
  primary key (chain, address)
);

-- One nonce of one relayer and its call. The call never changes; its fees may (relay_transactions).
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
  -- the block that includes it; null again if a reorg removes it
  mined_in     bigint,
  unique (chain, relayer, nonce),
  foreign key (chain, relayer) references relayers
);
create index relay_batches_unmined on relay_batches (chain, relayer, nonce) where mined_in is null;

-- Each signed version of a batch (one per fee bump), stored before it is sent, so that a resend has the same bytes.
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

-- The last followed blocks of each chain, to detect a reorg and where it forks.
create table chain_blocks (
  chain        text not null,
  number       bigint not null,
  hash         bytea not null,
  parent_hash  bytea not null,
  -- the block's own timestamp
  time_s       bigint not null,
  primary key (chain, number)
);

-- Every `Paid` event of the router on the current chain. A payment is credited by (chain, transaction, log).
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
  -- seen: waits for depth or for its payment · credited: paid its payment · exception: reported to the partner ·
  -- foreign: its payment key or terms are unknown to this installation
  state         text not null default 'seen' check (state in ('seen', 'credited', 'exception', 'foreign')),
  payment_id    text,
  partner_id    text,
  -- removed from the chain by a reorg after it had been credited
  orphaned_at   timestamptz(3)
);
-- only among those on the chain: after a reorg, a transaction's events may take each other's old positions
create unique index transfers_place on transfers (chain, tx_hash, log_index) where orphaned_at is null;
create index transfers_seen on transfers (chain, block_number) where state = 'seen';
create index transfers_block on transfers (chain, block_number);
create index transfers_orphaned on transfers (chain, terms_hash) where orphaned_at is not null;
create unique index transfers_credit on transfers (payment_id) where state = 'credited';

-- Money that arrived but does not match its payment's status.
create table exceptions (
  id          text not null,
  partner_id  text not null,
  payment_id  text not null,
  kind        text not null
    check (kind in ('underpaid', 'overpaid', 'late', 'duplicate', 'reorged', 'settlement_failed')),
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

-- Stored responses by idempotency key, written in the transaction of their effect and kept 30 days.
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
