-- Transfers that only the end of their payment, or a confirm with their very terms, can decide are put aside, so that a block is
-- taken in as fast whatever was put under an open payment's name.
-- parked: looked at again when its payment has ended
alter table transfers drop constraint transfers_state_check;
alter table transfers add check (state in ('seen', 'parked', 'credited', 'exception', 'foreign'));
create index transfers_parked on transfers (chain, payment_id) where state = 'parked';

-- what was told turned out to be the payment's own money
alter table exceptions add column resolved_at timestamptz(3);
