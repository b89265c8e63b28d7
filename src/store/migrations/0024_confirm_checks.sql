-- recent changes of a merchant's destinations, by which a confirm accepts a former one for a short time
create index merchant_events_recent on merchant_events (merchant_id, created_at);

-- each chain's worker reports here whether one of its relayers can pay gas
create table chain_workers (
  chain        text primary key,
  can_relay    boolean not null,
  reported_at  timestamptz(3) not null
);

-- signed payments that a payer still has to cover
create index confirmations_unsettled on confirmations (payer, token)
  where signature is not null and relay_state <> 'closed';

-- Whether a payer's balance covers this amount beside everything else they have signed that is not on chain yet.
-- Confirms of one payer and token wait for one another until commit; because the function is volatile, its query sees
-- what the previous one has committed.
create function is_covered(in_chain text, in_token text, in_payer text, in_amount numeric, in_balance numeric)
returns boolean language plpgsql volatile as $$
begin
  perform pg_advisory_xact_lock(
    hashtextextended('turnpike payer ' || in_chain || ' ' || in_token || ' ' || in_payer, 0));
  return in_balance >= in_amount + coalesce((
    select sum(c.amount) from confirmations c
     where c.payer = in_payer and c.token = in_token and c.chain = in_chain
       and c.signature is not null and c.relay_state <> 'closed'
       and not exists (select from transfers t
                        where t.chain = c.chain and t.terms_hash = c.terms_hash and t.orphaned_at is null)), 0);
end $$;
