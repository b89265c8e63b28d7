-- What the relayers' accounts hold and spend, for the person on call: one row per hour.
create table relayer_balances (
  chain       text not null,
  relayer     text not null,
  hour        timestamptz(0) not null,
  -- the last one seen in this hour, in the native coin's smallest unit
  balance     numeric(78) not null,
  -- by which the balance fell in this hour; a top-up does not count
  spent       numeric(78) not null,
  -- what a full batch's gas limit costs at the fees of that moment
  batch_cost  numeric(78) not null,
  primary key (chain, relayer, hour)
);

-- counted for the metrics
create index exceptions_open on exceptions (kind) where resolved_at is null;
