-- recent changes of a merchant's destinations, by which a confirm accepts a former one for a short time
create index merchant_events_recent on merchant_events (merchant_id, created_at);

-- each chain's worker reports here whether one of its relayers can pay gas
create table chain_workers (
  chain        text primary key,
  can_relay    boolean not null,
  reported_at  timestamptz(3) not null
);
