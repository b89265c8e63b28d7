-- Personal data of buyers: when it is required, and its values.

-- An operator's rules for one partner. Any match requires buyer data; without a row, none is required.
create table buyer_data_rules (
  partner_id  text primary key references partners,
  -- minimum amount in smallest units as text, by ISO 4217 code
  amounts     jsonb not null default '{}' check (jsonb_typeof(amounts) = 'object'),
  -- CAIP-2
  chains      text[] not null default '{}',
  -- CAIP-19
  assets      text[] not null default '{}',
  -- the terms of service linked by the hosted form
  terms_url   text
);

-- A buyer's data, each field encrypted separately (payment/buyer-data/buyer-data.ts): the table contains no readable
-- personal data.
create table buyer_data (
  payment_id  text not null,
  partner_id  text not null,
  -- CAIP-10 of the buyer; or 'paymentLink' with the field of that name: sealed JSON of a buyer's entries in the fields
  -- of a payment link
  account     text not null,
  field       text not null check (field in ('fullName', 'dob', 'pobCountry', 'pobAddress', 'porCountry', 'porAddress',
                                             'tosConfirmed', 'paymentLink')),
  -- the key of BUYER_DATA_KEYS that encrypted the field
  key_id      text not null,
  content     bytea not null,
  created_at  timestamptz(3) not null default now(),
  -- money has arrived, so the data is kept to its full age; otherwise it is deleted sooner
  is_kept     boolean not null default false,
  primary key (payment_id, partner_id, account, field)
);
-- Finds data past its full age.
create index buyer_data_age on buyer_data (created_at);
-- Finds data without money past its age.
create index buyer_data_unjudged on buyer_data (created_at) where not is_kept;
-- Finds data to encrypt with a new key.
create index buyer_data_key on buyer_data (key_id);
