-- Whether terms were paid is asked of each payment that waits for it (held, overdue), however many have been paid before.
create index transfers_terms on transfers (chain, terms_hash) where orphaned_at is null;
