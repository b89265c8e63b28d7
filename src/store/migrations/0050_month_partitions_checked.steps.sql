-- Reads each table once, beside reads and writes, so that the next migration need not.

-- step
alter table payments validate constraint payments_month;

-- step
alter table confirmations validate constraint confirmations_month;

-- step
alter table payment_events validate constraint payment_events_month;
