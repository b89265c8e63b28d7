-- Confirms that share a statement take the locks of `is_covered` first and in one order, so that two statements with
-- the same payers never wait for each other.
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
