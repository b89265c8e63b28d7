-- Relaying isolates a poisoned payment: quarantine, refused and abandoned transactions, and strikes of payers.

-- quarantined: not relayed until its deadline or an operator resolves it; relay_note says why
alter table confirmations drop constraint confirmations_relay_state_check;
alter table confirmations add constraint confirmations_relay_state_check
  check (relay_state in ('queued', 'sent', 'held', 'external', 'quarantined', 'closed'));
alter table confirmations add column relay_note text;
-- its batch was abandoned, so it goes in a batch by itself
alter table confirmations add column relay_alone boolean not null default false;
create index confirmations_quarantined on confirmations (chain, confirmed_at) where relay_state = 'quarantined';

-- since the nodes last accepted the batch: how often they refused it, when, and why
alter table relay_batches add column refusals integer not null default 0;
alter table relay_batches add column refused_at timestamptz;
alter table relay_batches add column refusal text;
-- its payments have left it, and an empty transaction takes its nonce
alter table relay_batches add column abandoned_at timestamptz(3);
-- for a relayer's gas of the last day
create index relay_batches_by_time on relay_batches (chain, relayer, created_at);
-- the empty transaction that takes the nonce of an abandoned batch
alter table relay_transactions add column is_empty boolean not null default false;

-- Payers whose code accepted a payment in simulations and failed it in transactions. Forgotten once one is paid.
create table relay_strikes (
  chain       text not null,
  payer       text not null,
  strikes     integer not null check (strikes > 0),
  -- the batch of the last strike: several payments of one batch are one strike
  batch_id    bigint not null,
  struck_at   timestamptz not null default now(),
  primary key (chain, payer)
);
