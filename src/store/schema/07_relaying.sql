-- Relaying: sending accounts, their batches, and the gas that payers waste. The queue is in confirmations.

-- The relayers' accounts with their next nonces. Allocating nonces here keeps two processes from using the same one.
create table relayers (
  chain       text not null,
  address     text not null,
  next_nonce  bigint not null check (next_nonce >= 0),
  primary key (chain, address)
);

-- The relayers' balances and spending, for the person on call: one row per hour.
create table relayer_balances (
  chain       text not null,
  relayer     text not null,
  hour        timestamptz(0) not null,
  -- the last balance seen in this hour, in the native coin's smallest unit
  balance     numeric(78) not null,
  -- the amount by which the balance fell in this hour; a top-up does not count
  spent       numeric(78) not null,
  -- the cost of a full batch's gas limit at the fees of that moment
  batch_cost  numeric(78) not null,
  primary key (chain, relayer, hour)
);

-- What each relayer has spent, for the operator's report: one row per month in UTC, kept for ever.
create table relayer_months (
  chain    text not null,
  relayer  text not null,
  -- the first day
  month    date not null,
  -- the amount by which the balance fell, as in relayer_balances
  spent    numeric(78) not null,
  primary key (chain, relayer, month)
);

-- A relayer's nonce and its call. The call never changes; its fees may (relay_transactions).
create table relay_batches (
  id            bigint generated always as identity primary key,
  chain         text not null,
  relayer       text not null,
  nonce         bigint not null,
  recipient     text not null,
  data          bytea not null,
  gas_limit     bigint not null,
  payments      integer not null,
  -- the batch has a single payment, and the gas limit that its simulation needs
  is_lone       boolean not null default false,
  created_at    timestamptz(3) not null default now(),
  -- the block that includes the batch; null again if a reorg removes it
  mined_in      bigint,
  -- number, time and reason of the refusals since nodes last accepted the batch
  refusals      integer not null default 0,
  refused_at    timestamptz,
  refusal       text,
  -- the payments have left the batch, and an empty transaction takes its nonce
  abandoned_at  timestamptz(3),
  unique (chain, relayer, nonce),
  foreign key (chain, relayer) references relayers
);
-- Finds a relayer's batches under way.
create index relay_batches_unmined on relay_batches (chain, relayer, nonce) where mined_in is null;
-- Sums the gas of a relayer's last day.
create index relay_batches_by_time on relay_batches (chain, relayer, created_at);

-- Each signed version of a batch (one per fee bump), stored before it is sent, so that a resend has the same bytes.
create table relay_transactions (
  hash                      bytea primary key check (octet_length(hash) = 32),
  batch_id                  bigint not null references relay_batches,
  raw                       bytea not null,
  max_fee_per_gas           numeric(78) not null,
  max_priority_fee_per_gas  numeric(78) not null,
  -- an empty transaction that takes the nonce of an abandoned batch
  is_empty                  boolean not null default false,
  created_at                timestamptz(3) not null default now(),
  last_sent_at              timestamptz(3),
  -- the newest followed block when a node first accepted it: fees are raised after blocks without it, not after time
  -- without blocks
  sent_at_block             bigint
);
-- Finds the versions of a batch.
create index relay_transactions_batch on relay_transactions (batch_id);

-- Strikes of payers whose code accepts payments in simulations and fails them in transactions. They count for a day.
create table relay_strikes (
  chain      text not null,
  payer      text not null,
  strikes    integer not null check (strikes > 0),
  -- the batch of the last strike: several payments of one batch count as one strike
  batch_id   bigint not null,
  struck_at  timestamptz not null default now(),
  primary key (chain, payer)
);

-- Payments that a mined batch left out.
create table relay_losses (
  payment_id  text not null,
  batch_id    bigint not null,
  chain       text not null,
  payer       text not null,
  payer_code  boolean not null,
  -- an upper bound of the gas wasted
  gas         bigint not null,
  lost_at     timestamptz(3) not null default now(),
  primary key (payment_id, batch_id)
);
-- Sums the gas wasted in the last day. Finds losses that are older than a week.
create index relay_losses_by_time on relay_losses (chain, lost_at);
-- Counts a payer's losses of the last day.
create index relay_losses_of_payer on relay_losses (chain, payer, lost_at);
