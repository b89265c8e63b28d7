-- Bounds the gas that payers can waste: which payments run code of the payer, and what failed payments cost.

-- the payer had code when the payment was queued, or its wallet is deployed with the payment
alter table confirmations add column payer_code boolean not null default false;
-- gas limit of its transaction if it is relayed alone, estimated since it was queued
alter table confirmations add column lone_gas bigint;
-- mined batches that left it out
alter table confirmations add column left_out smallint not null default 0;
-- payers with code whose payments were relayed
create index confirmations_with_code on confirmations (chain, payer) where payer_code and batch_id is not null;

-- one payment, with the gas limit that its simulation needs
alter table relay_batches add column is_lone boolean not null default false;

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
create index relay_losses_by_time on relay_losses (chain, lost_at);
create index relay_losses_of_payer on relay_losses (chain, payer, lost_at);
