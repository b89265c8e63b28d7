-- Following chains: blocks, the transfers in them, and money that does not match its payment.

-- The last followed blocks of each chain, to detect a reorg and where it forks.
create table chain_blocks (
  -- CAIP-2
  chain        text not null,
  number       bigint not null,
  hash         bytea not null,
  parent_hash  bytea not null,
  -- the block's own timestamp
  time_s       bigint not null,
  primary key (chain, number)
);

-- The block from which each chain is followed: chain_blocks keeps only the last blocks. Later events are complete.
create table followed_chains (
  chain        text primary key,
  first_block  bigint not null
);

-- The leader of each chain. A new leader has a higher epoch, and a worker's transaction commits only under the newest
-- epoch: the transaction locks the row (for share), so a new leader begins only afterwards.
create table chain_leaders (
  chain    text primary key,
  epoch    bigint not null default 0 check (epoch >= 0),
  -- the leader's host and process id, for the operator
  process  text,
  since    timestamptz
);

-- Whether one of a chain's relayers can pay gas, as its worker last reported.
create table chain_workers (
  chain        text primary key,
  can_relay    boolean not null,
  -- none of the chain's RPC URLs has responded to the worker since
  away_since   timestamptz(3),
  reported_at  timestamptz(3) not null
);

-- Every `Paid` event of the router on the current chain that names a payment of ours. The chain, transaction and log
-- index identify the transfer that a payment is credited with.
create table transfers (
  id            bigint generated always as identity primary key,
  chain         text not null,
  tx_hash       bytea not null,
  log_index     integer not null,
  block_number  bigint not null,
  block_hash    bytea not null,
  -- the time by the chain's clock, which decides whether a transfer was in time
  block_time_s  bigint not null,
  -- the transaction's nonce; null for relayed batches, and if it was not read
  nonce         bigint,
  payment_key   bytea not null,
  terms_hash    bytea not null,
  -- CAIP-19: the zero address alone does not identify the native asset
  asset         text not null,
  token         text not null,
  payer         text not null,
  -- the fee included
  amount        numeric(78) not null,
  destination   text not null,
  fee           numeric(78) not null,
  fee_receiver  text not null,
  deadline_s    numeric(78) not null,
  -- how the payer authorised it
  method        text not null check (method in ('eip3009', 'permit2', 'pay', 'deposit', 'transfer')),
  -- seen: waits for depth or for its payment · parked: undecided until its payment ends or a confirm has its exact
  -- terms · credited: paid its payment · exception: reported to the partner · foreign: its terms are unknown to this
  -- installation
  state         text not null default 'seen' check (state in ('seen', 'parked', 'credited', 'exception', 'foreign')),
  payment_id    text,
  partner_id    text,
  -- a transfer that lacks only depth is read again from this block on, instead of with every block
  due_block     bigint not null default 0,
  -- removed from the chain by a reorg after it had been credited
  orphaned_at   timestamptz(3)
);
-- Each event occurs once on the chain. After a reorg, a transaction's events may swap their positions.
create unique index transfers_place on transfers (chain, tx_hash, log_index) where orphaned_at is null;
-- Finds the transfer that paid a payment: at most one.
create unique index transfers_credit on transfers (payment_id) where state = 'credited';
-- Finds transfers to decide at this block.
create index transfers_seen on transfers (chain, due_block) where state = 'seen';
-- Finds transfers that wait for the end of a payment.
create index transfers_parked on transfers (chain, payment_id) where state = 'parked';
-- Finds whether terms were paid, independently of the number of earlier transfers.
create index transfers_terms on transfers (chain, terms_hash) where orphaned_at is null;
-- Finds the sweeps of a deposit address, also on another chain than its own, where the terms have another hash.
create index transfers_sweeps on transfers (chain, payer) where method = 'deposit' and orphaned_at is null;
-- Finds a transfer with an event's terms that a reorg removed.
create index transfers_orphaned on transfers (chain, terms_hash) where orphaned_at is not null;
-- Finds transfers in the blocks that a reorg removes, or that reconcile reads.
create index transfers_block on transfers (chain, block_number);

-- Money that arrived but does not match its payment's status.
create table exceptions (
  id           text not null,
  partner_id   text not null,
  payment_id   text not null,
  kind         text not null
               check (kind in ('underpaid', 'overpaid', 'late', 'duplicate', 'reorged', 'settlement_failed',
                               'foreign_token', 'refused_sender', 'unknown_refund')),
  asset        text,
  amount       numeric(78),
  chain        text,
  tx_hash      bytea,
  log_index    integer,
  -- the account that sent all of it; null: unknown, as of coins, or several
  sender       text,
  -- the part of the amount that went as a fee
  fee          numeric(78) not null default 0,
  message      text not null,
  created_at   timestamptz(3) not null default now(),
  resolved_at  timestamptz(3),
  -- note: a person or key marked it as handled · refund: a refund sent it back · chain: the transfer returned after a
  -- reorg, or turned out to be the payment's own
  resolution   text check (resolution in ('note', 'refund', 'chain')),
  note         text check (char_length(note) between 1 and 500),
  -- who resolved it, as payments.creator and creator_id
  resolver     text,
  resolver_id  text,
  -- the refund that sent it back
  refund_id    text,
  -- false: a reorg removed the transfer from this place, or for an exception about that, the transfer is back. The
  -- next report of the transfer gives the exception its new place
  holds_place  boolean not null default true,
  primary key (id, partner_id),
  check ((resolved_at is null) = (resolution is null)),
  check ((note is null) = (resolution is distinct from 'note')),
  check ((refund_id is null) = (resolution is distinct from 'refund'))
);
-- Each exception is reported once.
create unique index exceptions_place on exceptions (payment_id, partner_id, kind, chain, tx_hash, log_index)
  nulls not distinct where holds_place;
-- Finds the exceptions of a payment.
create index exceptions_of_payment on exceptions (payment_id);
-- Finds a partner's newest exceptions.
create index exceptions_by_time on exceptions (partner_id, created_at desc, id desc);
-- Finds the newest exceptions of all partners.
create index exceptions_of_all on exceptions (created_at desc, id desc);
-- Counts the open exceptions of each kind.
create index exceptions_open on exceptions (kind) where resolved_at is null;

-- Transfers of ours on chain whose payment this database lacks: it was created after the backup that was restored.
-- `turnpike rebuild` records them for the operator; reconcile then counts them without reporting them as differences.
create table unknown_transfers (
  chain         text not null,
  tx_hash       bytea not null,
  log_index     integer not null,
  block_number  bigint not null,
  payment_key   bytea not null,
  asset         text not null,
  payer         text not null,
  -- the fee included
  amount        numeric(78) not null,
  destination   text not null,
  fee           numeric(78) not null,
  -- why the transfer is ours: our relayer sent it, our fee receiver got its fee, or a merchant of ours received it
  evidence      text not null check (evidence in ('relayer', 'fee_receiver', 'merchant')),
  -- null if no merchant ever received money at the destination
  merchant_id   text,
  primary key (chain, tx_hash, log_index)
);
-- Finds unknown transfers in the blocks that reconcile reads.
create index unknown_transfers_block on unknown_transfers (chain, block_number);
