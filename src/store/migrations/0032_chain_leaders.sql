-- Who leads a chain. A new leader has a higher epoch, and a transaction of a worker commits only under the newest one:
-- it locks the row (for share), so a new leader begins only after it.
create table chain_leaders (
  -- CAIP-2
  chain text primary key,
  epoch bigint not null default 0 check (epoch >= 0),
  -- of the leader: host and process id
  process text,
  since timestamptz
);
