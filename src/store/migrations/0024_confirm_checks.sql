-- recent changes of a merchant's destinations, by which a confirm accepts a former one for a short time
create index merchant_events_recent on merchant_events (merchant_id, created_at);
