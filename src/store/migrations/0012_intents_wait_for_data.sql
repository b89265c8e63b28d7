-- A payment that requires buyer data is not confirmed by the buyer's transaction alone.
alter table intents add column needs_data boolean not null default false;
