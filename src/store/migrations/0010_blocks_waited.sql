-- The newest block that was followed when a node first took this form of a batch: fees are raised for blocks that came without it, not
-- for time in which none came.
alter table relay_transactions add column sent_at_block bigint;
