-- Whether a payer's balance covers a further amount, read by the two indexes that are made for it, whatever the planner
-- believes. New tables and a new month's partitions have no statistics: the planner then walked all transfers of the
-- chain for each confirm, and all confirmations that wait on it.
create or replace function is_covered(
  in_chain text, in_token text, in_payer text, in_amount numeric, in_balance numeric)
returns boolean language plpgsql volatile as $$
begin
  perform pg_advisory_xact_lock(
    hashtextextended('turnpike payer ' || in_chain || ' ' || in_token || ' ' || in_payer, 0));
  return in_balance >= in_amount + coalesce((
    select sum(c.amount) from confirmations c
     where c.payer = in_payer and c.token = in_token
       and c.chain || '' = in_chain -- so that no index by chain is used
       and c.signature is not null and c.relay_state <> 'closed'
       and not exists (select from transfers t
                        where t.chain = c.chain and t.terms_hash = c.terms_hash and t.orphaned_at is null
                       offset 0)), 0); -- looked up one by one
end $$;
