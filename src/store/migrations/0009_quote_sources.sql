-- The sources of an option's market rate, if it has one: [{"pair", "source", "price", "observedAtS"}].

alter table confirmations add column quote_sources jsonb not null default '[]';
alter table intents add column quote_sources jsonb not null default '[]';
