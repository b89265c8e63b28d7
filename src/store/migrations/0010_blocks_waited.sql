-- The newest followed block when a node first accepted this version of a batch: fees are raised after blocks without
-- it, not after time without blocks.
alter table relay_transactions add column sent_at_block bigint;
