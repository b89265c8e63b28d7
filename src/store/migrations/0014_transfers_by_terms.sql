-- For each waiting payment (held, overdue), checks whether its terms were paid, regardless of how many have been
-- before.
create index transfers_terms on transfers (chain, terms_hash) where orphaned_at is null;
