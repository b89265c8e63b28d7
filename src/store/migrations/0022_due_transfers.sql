-- A transfer that only its depth keeps undecided is read once more, from this block on, and not with every block.
alter table transfers add column due_block bigint not null default 0;
drop index transfers_seen;
create index transfers_seen on transfers (chain, due_block) where state = 'seen';

-- Events of other installations on the shared router are no longer stored.
delete from transfers where payment_id is null and state = 'foreign';
