-- What some payments ask of their buyers: when, and the answers.

-- An operator's rules for one partner: any that matches asks. No row: nothing is asked.
create table collect_rules (
  partner_id  text primary key references partners,
  -- smallest units as text by ISO 4217 code: from so much on
  amounts     jsonb not null default '{}' check (jsonb_typeof(amounts) = 'object'),
  -- CAIP-2
  chains      text[] not null default '{}',
  -- CAIP-19
  assets      text[] not null default '{}',
  -- the terms of service that the hosted form links to
  terms_url   text,
  updated_at  timestamptz(3) not null default now()
);

-- A buyer's answers, each field sealed by itself (payment/buyer-data.ts): this table holds no readable data of anybody.
create table buyer_data (
  payment_id  text not null,
  partner_id  text not null,
  -- CAIP-10: whose data it is
  account     text not null,
  field       text not null check (field in ('fullName', 'dob', 'pobCountry', 'pobAddress', 'porCountry', 'porAddress',
                                             'tosConfirmed')),
  -- which of BUYER_DATA_KEYS sealed it
  key_id      text not null,
  content     bytea not null,
  created_at  timestamptz(3) not null default now(),
  primary key (payment_id, partner_id, account, field),
  foreign key (payment_id, partner_id) references payments
);
-- what is purged, and what a new key seals again
create index buyer_data_age on buyer_data (created_at);
create index buyer_data_key on buyer_data (key_id);

-- The audit log is about more than destinations from now on: who looked at a buyer's data, and who erased it.
alter table audit_log drop constraint audit_log_action_check;
alter table audit_log add constraint audit_log_action_check
  check (action in ('settlement_created', 'settlement_changed', 'settlement_deleted', 'buyer_data_shown', 'buyer_data_erased'));
alter table audit_log drop constraint audit_log_check;
alter table audit_log add constraint audit_log_change_check
  check (action not like 'settlement%' or before is not null or after is not null);
