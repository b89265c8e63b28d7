-- Transfers that only the end of their payment, or a confirm with their exact terms, can decide are parked, so that
-- they do not slow down following blocks; they are judged again when their payment has ended.
alter table transfers drop constraint transfers_state_check;
alter table transfers add check (state in ('seen', 'parked', 'credited', 'exception', 'foreign'));
create index transfers_parked on transfers (chain, payment_id) where state = 'parked';

-- the reported money turned out to be the payment's own
alter table exceptions add column resolved_at timestamptz(3);
