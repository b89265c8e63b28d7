-- What the charges API stores of a payment besides the payment.
create table charges (
  payment_id    text not null,
  partner_id    text not null,
  name          text not null check (char_length(name) <= 256),
  description   text not null check (char_length(description) <= 1024),
  -- json, not jsonb: it is returned as it was sent
  metadata      json not null check (octet_length(metadata::text) <= 8192),
  redirect_url  text check (char_length(redirect_url) <= 2048),
  cancel_url    text check (char_length(cancel_url) <= 2048),
  primary key (payment_id, partner_id),
  foreign key (payment_id, partner_id) references payments
);

-- The form of an endpoint's deliveries: Standard Webhooks, or that of Coinbase Commerce.
alter table webhook_endpoints add column format text not null default 'standard'
  check (format in ('standard', 'commerce'));
