-- Which of these payments their payers' balances cover beside everything else the payers have signed that is not on
-- chain yet: one query for all. Confirms of one payer and token wait for one another until commit; because the function
-- is volatile, its query sees what the previous one has committed. No payer may occur twice. A null balance covers.
--
-- The other payments are looked up by the two indexes that are made for it, whatever the planner believes. New tables
-- and a new month's partitions have no statistics: the planner then walked all transfers of the chain for each confirm,
-- and all confirmations that wait on it.
create function covered_payments(
  in_ids text[], in_chains text[], in_tokens text[], in_payers text[], in_amounts numeric[], in_balances numeric[])
returns setof text language plpgsql volatile as $$
begin
  perform lock_payers(in_chains, in_tokens, in_payers);
  return query
    select given.id
      from unnest(in_ids, in_chains, in_tokens, in_payers, in_amounts, in_balances)
             as given (id, chain, token, payer, amount, balance)
     where given.balance is null or given.balance >= given.amount + (
       select coalesce(sum(c.amount), 0) from confirmations c
        where c.payer = given.payer and c.token = given.token
          and c.chain || '' = given.chain -- so that no index by chain is used
          and c.signature is not null and c.relay_state <> 'closed'
          and not exists (select from transfers t
                           where t.chain = c.chain and t.terms_hash = c.terms_hash and t.orphaned_at is null
                          offset 0)); -- looked up one by one
end $$;
