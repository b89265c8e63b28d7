-- Transactions handed out a moment ago: while a chain has one, its blocks are read as soon as they come.
create index intents_created on intents (chain, created_at);
