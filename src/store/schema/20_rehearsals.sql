-- Faults on demand: what demo buyers do with test payments. docs/decisions/0096 explains it.

-- The chains on which the workers have a demo buyer.
create table demo_buyers (
  -- CAIP-2
  chain           text primary key,
  -- its node replaces blocks on demand
  can_reorganise  boolean not null,
  reported_at     timestamptz(3) not null default now()
);

-- Test payments that a demo buyer pays, each with its fault. Deleted a week after the rehearsal's end.
create table rehearsals (
  payment_id    text primary key,
  partner_id    text not null,
  fault         text not null check (fault in ('paid', 'insufficient', 'declined', 'underpaid', 'late', 'twice',
                                               'reorganised', 'slow')),
  chain         text not null,
  -- CAIP-19
  asset         text not null,
  -- the account whose key pays
  buyer         text not null,
  -- the number of the next act (src/payment/rehearsals/acts.ts), and since when
  act           smallint not null default 0,
  since         timestamptz(3) not null default now(),
  -- the block that a reorg removes
  block_number  bigint,
  block_hash    bytea check (octet_length(block_hash) = 32),
  ended_at      timestamptz(3),
  -- why it ended early; null: all acts are done
  note          text,
  check ((block_number is null) = (block_hash is null))
);
-- Finds the rehearsals that are under way on a chain.
create index rehearsals_open on rehearsals (chain) where ended_at is null;
-- Finds those that ended long ago.
create index rehearsals_ended on rehearsals (ended_at) where ended_at is not null;

-- The buyers' signed transactions: each is stored before it is sent, and a retry sends the same bytes.
create table rehearsal_transactions (
  payment_id  text not null references rehearsals on delete cascade,
  act         smallint not null,
  chain       text not null,
  buyer       text not null,
  nonce       bigint not null,
  hash        bytea not null check (octet_length(hash) = 32),
  raw         bytea not null,
  primary key (payment_id, act)
);
-- Finds the transactions of an account that are not mined.
create index rehearsal_transactions_nonce on rehearsal_transactions (chain, buyer, nonce);

-- Finds the test payments that ask for a fault, until a demo buyer has taken them.
create index payments_with_fault on payments (id) where reference_id like 'test:%' and status = 'requires_action';
