-- Months of a partner's books that are closed.

-- The checksum of a month's canonical export. Its entries come from append-only logs, so the same export follows later;
-- what happens afterwards is an entry of a later month.
create table closed_months (
  partner_id  text not null references partners,
  -- for example 2026-11, in UTC
  month       text not null check (month ~ '^[0-9]{4}-(0[1-9]|1[0-2])$'),
  -- SHA-256
  checksum    bytea not null check (octet_length(checksum) = 32),
  entries     integer not null,
  closed_at   timestamptz(3) not null default now(),
  -- the id of a user or a key, or 'operator'
  closed_by   text not null,
  primary key (partner_id, month)
);
create trigger closed_months_append_only before update or delete or truncate on closed_months
  for each statement execute function refuse_rewriting();
