-- Buyer data: when it is required, and its values.

-- An operator's rules for one partner; any match requires buyer data. No row: none is required.
create table collect_rules (
  partner_id  text primary key references partners,
  -- minimum amount in smallest units as text, by ISO 4217 code
  amounts     jsonb not null default '{}' check (jsonb_typeof(amounts) = 'object'),
  -- CAIP-2
  chains      text[] not null default '{}',
  -- CAIP-19
  assets      text[] not null default '{}',
  -- the terms of service linked by the hosted form
  terms_url   text,
  updated_at  timestamptz(3) not null default now()
);

-- A buyer's data, each field encrypted separately (payment/buyer-data.ts): the table contains no readable personal
-- data.
create table buyer_data (
  payment_id  text not null,
  partner_id  text not null,
  -- CAIP-10 of the buyer
  account     text not null,
  field       text not null check (field in ('fullName', 'dob', 'pobCountry', 'pobAddress', 'porCountry', 'porAddress',
                                             'tosConfirmed')),
  -- which of BUYER_DATA_KEYS encrypted it
  key_id      text not null,
  content     bytea not null,
  created_at  timestamptz(3) not null default now(),
  primary key (payment_id, partner_id, account, field),
  foreign key (payment_id, partner_id) references payments
);
-- for purging, and for re-encryption with a new key
create index buyer_data_age on buyer_data (created_at);
create index buyer_data_key on buyer_data (key_id);

-- The audit log now also covers buyer data: who read it, and who erased it.
alter table audit_log drop constraint audit_log_action_check;
alter table audit_log add constraint audit_log_action_check
  check (action in (
    'settlement_created', 'settlement_changed', 'settlement_deleted', 'buyer_data_shown', 'buyer_data_erased'));
alter table audit_log drop constraint audit_log_check;
alter table audit_log add constraint audit_log_change_check
  check (action not like 'settlement%' or before is not null or after is not null);
