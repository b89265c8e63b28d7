-- The chain's clock decides whether a transfer was in time: the time of its block. Null: taken in before this migration
-- from a block that is no longer stored.
alter table transfers add column block_time_s bigint;
update transfers t set block_time_s = b.time_s
  from chain_blocks b where b.chain = t.chain and b.number = t.block_number and b.hash = t.block_hash;

-- An intent may be any quoted terms: after a restore, the watcher recomputes terms whose signature was lost.
alter table intents drop constraint intents_method_check;
alter table intents add check (method in ('eip3009', 'permit2', 'erc20', 'native'));
-- Confirmed by a signature to relay, or by the transaction in which the transfer was found, for any method.
do $$
declare found text;
begin
  for found in
    select conname from pg_constraint
     where conrelid = 'confirmations'::regclass and contype = 'c'
       and pg_get_constraintdef(oid) like '%transaction_hash IS NOT NULL%' and pg_get_constraintdef(oid) like '%method%'
  loop
    execute format('alter table confirmations drop constraint %I', found);
  end loop;
end $$;
alter table confirmations add check (transaction_hash is not null or method in ('eip3009', 'permit2'));

-- A payment whose authorisation is used, but whose transfer no node returns, is searched for again after this time.
alter table confirmations add column search_after timestamptz not null default '-infinity';
