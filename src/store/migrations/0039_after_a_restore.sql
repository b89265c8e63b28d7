-- Transfers of ours on chain whose payment this database lacks: it was created after the backup that was restored.
-- turnpike rebuild records them; reconcile then counts them without reporting them as differences.
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
  -- why it is ours: one of our relayers sent it, our fee receiver got its fee, or it went to a merchant of ours
  evidence      text not null check (evidence in ('relayer', 'fee_receiver', 'merchant')),
  -- null if no merchant ever received money at the destination
  merchant_id   text,
  recorded_at   timestamptz(3) not null default now(),
  primary key (chain, tx_hash, log_index)
);
create index unknown_transfers_block on unknown_transfers (chain, block_number);

-- Entries of the audit journal that turnpike restored has dealt with.
create table restored_entries (
  id           bigint not null,
  at           timestamptz(3) not null,
  outcome      text not null,
  restored_at  timestamptz(3) not null default now(),
  primary key (id, at)
);
