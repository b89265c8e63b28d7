-- The processes of this installation, as they last reported.
create table processes (
  id        text primary key,
  host      text not null,
  pid       integer not null,
  role      text not null,
  -- keyed fingerprints of settings that must agree, by name
  settings  jsonb not null,
  version   text not null,
  seen_at   timestamptz not null default now()
);

-- The key of the fingerprints, so that those of short settings cannot be looked up in a list made before.
create table fingerprint_key (
  is_only  boolean primary key default true check (is_only),
  key      bytea not null default uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid())
);
insert into fingerprint_key default values;

-- Rows that are written and rolled back, to see whether the database takes writes. A row fills more than half a
-- page, so each needs a new one. Unlogged, because the reports of processes test the log.
create unlogged table write_probes (filler text not null)
  with (autovacuum_vacuum_threshold = 100, autovacuum_vacuum_scale_factor = 0);
alter table write_probes alter column filler set storage plain;

-- Inserts a probe and undoes it, in one statement. Fails as a write fails.
create function prove_write(in_filler text) returns boolean language plpgsql as $$
begin
  insert into write_probes (filler) values (in_filler);
  raise exception using errcode = 'TP001';
exception when sqlstate 'TP001' then
  return true;
end $$;

-- The last run of each task that a timer starts on a machine, for example a backup.
create table task_runs (
  task          text not null check (task ~ '^[a-z][a-z0-9-]{0,39}$'),
  host          text not null,
  finished_at   timestamptz not null default now(),
  took_ms       bigint not null,
  exit_code     integer not null,
  -- the last run that succeeded
  succeeded_at  timestamptz,
  -- the next run must have finished by then
  due_at        timestamptz not null,
  primary key (task, host)
);

-- Later migrations after which versions that lack them still run: those that know `runs_with`.
create table migrations_runnable (
  name       text primary key,
  runs_with  text not null
);
