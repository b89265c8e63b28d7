-- Fees per partner: percentage, fixed parts, minimum payments and receivers.

-- Append-only: the newest is the partner's policy; payments keep the one they were created under. A partner without any
-- has the installation's (FEE_PERCENTAGE).
create table fee_policies (
  id          bigint generated always as identity,
  partner_id  text not null references partners,
  -- parts per million
  ppm         integer not null check (ppm between 0 and 999999),
  -- smallest units as text, by ISO 4217 code
  fixed       jsonb not null check (jsonb_typeof(fixed) = 'object'),
  minimum     jsonb not null check (jsonb_typeof(minimum) = 'object'),
  -- addresses by CAIP-2, or '*' for every other chain
  receivers   jsonb not null check (jsonb_typeof(receivers) = 'object'),
  created_at  timestamptz(3) not null default now(),
  primary key (id, partner_id)
);
create index fee_policies_newest on fee_policies (partner_id, id desc);
create trigger fee_policies_append_only before update or delete or truncate on fee_policies
  for each statement execute function refuse_rewriting();

-- The policy is cached with the partner's keys, and invalidated with them (migration 0004).
create trigger fee_policies_changed after insert on fee_policies
  for each statement execute function notify_keys();

-- The policy a payment was created under; null: the installation's. No foreign key: it would lock the same row of
-- fee_policies in every create, and that row can neither change nor be deleted.
alter table payments add column fee_policy_id bigint;

-- The fixed part of the quoted fee, in the smallest unit of the payment's currency.
alter table confirmations add column fee_fixed bigint not null default 0 check (fee_fixed >= 0);
alter table intents add column fee_fixed bigint not null default 0 check (fee_fixed >= 0);
