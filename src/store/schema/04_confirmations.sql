-- Options handed out to wallets, and the options that buyers confirmed. Both tables have the columns of an option
-- (store/payments/option-columns.ts).

-- The option that a buyer confirmed, with its authorisation. At most one per payment, and never replaced.
create table confirmations (
  payment_id          text not null,
  partner_id          text not null,
  terms_hash          bytea not null check (octet_length(terms_hash) = 32),
  -- CAIP-19
  asset               text not null,
  method              text not null check (method in ('eip3009', 'permit2', 'erc20', 'native', 'deposit', 'transfer')),
  pays_out            text not null check (pays_out in ('merchant', 'treasury')),
  quote_expires_at_s  bigint,
  -- the sources of the market rate, if it has one: [{"pair", "source", "price", "observedAtS"}]
  quote_sources       jsonb not null default '[]',
  -- CAIP-2
  chain               text not null,
  router              text not null,
  token               text not null,
  payer               text not null,
  amount              numeric(78) not null check (amount > 0),
  destination         text not null,
  -- part of the amount
  fee                 numeric(78) not null check (fee >= 0 and fee <= amount),
  -- the quote's percentage in parts per million, because small amounts round the fee down; and its fixed part in
  -- smallest units of the payment's currency
  fee_ppm             bigint not null,
  fee_fixed           bigint not null default 0 check (fee_fixed >= 0),
  fee_receiver        text not null,
  deadline_s          bigint not null,
  -- when the option was listed: Permit2's message shows it, so the signature covers it
  merchant_name       text not null default '',
  -- digest of the wallet's results; null: the watcher found the buyer's transaction first
  results_digest      bytea check (octet_length(results_digest) = 32),
  provider_name       text not null default '',
  -- confirmed by a signature to relay, or by a transaction: its hash comes from the wallet (a replacement may have
  -- another), or from the watcher
  -- (a deposit's signature is empty, or authorises the transfer to its address; that of method transfer authorises the
  -- transfer to the destination)
  signature           bytea,
  -- who authorised the transfer to the deposit address (CAIP-10's address); null for other payments
  authorizer          text check (authorizer is null or method = 'deposit'),
  transaction_hash    bytea check (octet_length(transaction_hash) = 32),
  -- block depth its transfer needs, set by the chain's policy at confirmation
  required_depth      integer not null check (required_depth > 0),
  confirmed_at        timestamptz(3) not null default now(),
  -- queued (awaits a batch) · sent (in a batch whose outcome is awaited) · held (its batch was mined without it;
  -- retried after relay_after) · external (the wallet asked us not to broadcast) · quarantined (not relayed until its
  -- deadline or an operator resolves it; relay_note says why) · closed (paid or given up)
  relay_state         text not null
                      check (relay_state in ('queued', 'sent', 'held', 'external', 'quarantined', 'closed')),
  -- to the microsecond: rounded up, it would be later than now()
  relay_after         timestamptz not null default now(),
  relay_attempts      integer not null default 0,
  batch_id            bigint,
  relay_note          text,
  -- the payment's batch was abandoned, so its next batch contains no other payment
  relay_alone         boolean not null default false,
  -- the payer had code when the payment was queued, or its wallet is deployed with the payment
  payer_code          boolean not null default false,
  -- gas limit of its transaction if it is relayed alone, estimated since it was queued
  lone_gas            bigint,
  -- number of mined batches that left the payment out
  left_out            smallint not null default 0,
  -- if the authorisation is used but no node returns the transfer, the next search is after this time
  search_after        timestamptz not null default '-infinity',
  primary key (payment_id, partner_id),
  check ((signature is null) <> (transaction_hash is null)),
  check (transaction_hash is not null or method in ('eip3009', 'permit2', 'deposit', 'transfer'))
) partition by range (payment_id);
-- Finds payments to relay now.
create index confirmations_queued on confirmations (chain, relay_after) where relay_state = 'queued';
-- Finds held payments to queue again now.
create index confirmations_held on confirmations (chain, relay_after) where relay_state = 'held';
-- Finds the payments of a batch.
create index confirmations_batch on confirmations (batch_id) where relay_state = 'sent';
-- Finds payments that wait for an operator.
create index confirmations_quarantined on confirmations (chain, confirmed_at) where relay_state = 'quarantined';
-- Finds unpaid payments past their deadline.
create index confirmations_waiting on confirmations (chain, deadline_s) where relay_state <> 'closed';
-- Finds signed payments that a payer must still cover. `|| ''` makes this the only index that fits covered_payments,
-- and that function the only statement that it fits.
create index confirmations_unsettled on confirmations (payer, token)
  where signature is not null and relay_state || '' <> 'closed';
-- Finds whether a payer with code was relayed before.
create index confirmations_with_code on confirmations (chain, payer) where payer_code and batch_id is not null;
-- Finds a payment by the transaction that a buyer's wallet reported, before its transfer is seen.
create index confirmations_by_transaction on confirmations (transaction_hash) where transaction_hash is not null;
-- Finds the payment that an authorised transfer to its destination pays.
create index confirmations_transfers on confirmations (terms_hash) where method = 'transfer';
-- Reconcile reads a chain's confirmations in this order.
create index confirmations_by_time on confirmations (chain, confirmed_at, payment_id);

-- Options handed out to wallets. A wallet may pay an option and die before it confirms. When the watcher sees the terms
-- of an intent paid, it makes a confirmation from this row. Deleted some time after the deadline.
create table intents (
  terms_hash          bytea primary key check (octet_length(terms_hash) = 32),
  payment_id          text not null,
  partner_id          text not null,
  asset               text not null,
  method              text not null check (method in ('eip3009', 'permit2', 'erc20', 'native', 'transfer')),
  pays_out            text not null check (pays_out in ('merchant', 'treasury')),
  quote_expires_at_s  bigint,
  quote_sources       jsonb not null default '[]',
  chain               text not null,
  router              text not null,
  token               text not null,
  payer               text not null,
  amount              numeric(78) not null check (amount > 0),
  destination         text not null,
  fee                 numeric(78) not null check (fee >= 0 and fee <= amount),
  fee_ppm             bigint not null,
  fee_fixed           bigint not null default 0 check (fee_fixed >= 0),
  fee_receiver        text not null,
  deadline_s          bigint not null,
  merchant_name       text not null default '',
  required_depth      integer not null check (required_depth > 0),
  -- the payment requires buyer data, so the buyer's transaction alone does not confirm it
  needs_data          boolean not null default false,
  created_at          timestamptz(3) not null default now()
);
-- Counts an account's intents of a payment. Finds whether a chain's clock decides when a payment expires.
create index intents_payment on intents (payment_id);
-- Finds intents past their deadline.
create index intents_deadline on intents (deadline_s);
-- Finds whether a chain has a recent intent. Its blocks are then read as soon as they arrive.
create index intents_created on intents (chain, created_at);

-- Confirms that share a statement first lock their payers, in one order, so that two statements with the same payers
-- never deadlock.
create function lock_payers(in_chains text[], in_tokens text[], in_payers text[])
returns boolean language plpgsql volatile as $$
begin
  perform pg_advisory_xact_lock(locks.key) from (
    select distinct hashtextextended('turnpike payer ' || chain || ' ' || token || ' ' || payer, 0) as key
      from unnest(in_chains, in_tokens, in_payers) as payers(chain, token, payer)
     order by key
  ) as locks;
  return true;
end $$;

-- Returns the payments that their payers' balances cover, in addition to all signed payments that are not on chain yet.
-- Confirms of one payer and token wait for one another until commit; because the function is volatile, its query sees
-- earlier commits. No payer may occur twice. A null balance covers any amount.
--
-- The query forces PostgreSQL to look up the other payments in their two indexes. New tables and new partitions have no
-- statistics, and a plan made in a quiet moment is kept while many payments wait: the planner then scanned all
-- transfers of the chain for each confirm, and all confirmations that wait on the chain.
create function covered_payments(
  in_ids text[], in_chains text[], in_tokens text[], in_payers text[], in_amounts numeric[], in_balances numeric[])
returns setof text language plpgsql volatile set enable_seqscan = off as $$
begin
  perform lock_payers(in_chains, in_tokens, in_payers);
  return query
    select given.id
      from unnest(in_ids, in_chains, in_tokens, in_payers, in_amounts, in_balances)
             as given (id, chain, token, payer, amount, balance)
     where given.balance is null or given.balance >= given.amount + (
       select coalesce(sum(c.amount), 0) from confirmations c
        where c.payer = given.payer and c.token = given.token
          and c.chain || '' = given.chain -- keeps PostgreSQL from using an index by chain
          and c.signature is not null and c.relay_state || '' <> 'closed'
          and not exists (select from transfers t
                           where t.chain = c.chain and t.terms_hash = c.terms_hash and t.orphaned_at is null
                          offset 0)); -- looked up one by one
end $$;
