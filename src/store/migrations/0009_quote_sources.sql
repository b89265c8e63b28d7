-- How the price of an option came about, where a market rate is in it: [{"pair", "source", "price", "observedAtS"}].

alter table confirmations add column quote_sources jsonb not null default '[]';
alter table intents add column quote_sources jsonb not null default '[]';
