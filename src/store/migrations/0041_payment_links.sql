-- Payment links: pages on which buyers create payments.

create table payment_links (
  id                 text not null,
  partner_id         text not null references partners,
  merchant_id        text not null,
  currency           text not null check (currency ~ '^[A-Z]{3}$'),
  -- fixed; null: the buyer chooses between the bounds
  amount             bigint check (amount > 0),
  amount_min         bigint check (amount_min > 0),
  amount_max         bigint check (amount_max >= amount_min),
  amount_suggested   bigint check (amount_suggested between amount_min and amount_max),
  description        text check (char_length(description) between 1 and 256),
  reference_pattern  text not null check (char_length(reference_pattern) between 1 and 100),
  max_uses           integer check (max_uses between 1 and 10000),
  expires_at         timestamptz(0),
  -- [{label, isRequired, lengthMax}]
  fields             jsonb not null default '[]' check (jsonb_array_length(fields) <= 10),
  success_url        text,
  error_url          text,
  is_enabled         boolean not null default true,
  created_at         timestamptz(3) not null default now(),
  deleted_at         timestamptz(3),
  -- payments created so far: {number} of the last reference
  created            bigint not null default 0,
  -- of the payments in payment_link_uses with is_over
  succeeded          bigint not null default 0,
  paid               numeric(38) not null default 0,
  primary key (id, partner_id),
  foreign key (merchant_id, partner_id) references merchants,
  check ((amount is null) = (amount_min is not null) and (amount_min is null) = (amount_max is null))
);
create unique index payment_links_by_id on payment_links (id);
create index payment_links_of_partner on payment_links (partner_id, created_at, id) where deleted_at is null;

-- Views of a link's page. A table besides, because views must not wait for a payment that is being created.
create table payment_link_views (
  link_id     text not null,
  partner_id  text not null,
  views       bigint not null,
  primary key (link_id, partner_id),
  foreign key (link_id, partner_id) references payment_links
);

-- The payments that buyers created on a link.
create table payment_link_uses (
  payment_id  text not null,
  partner_id  text not null,
  link_id     text not null,
  -- SHA-256 of the browser's secret and what it sent: the same form sent again leads to the same open payment
  entry       bytea not null check (octet_length(entry) = 32),
  -- SHA-256 of the browser's secret
  visitor     bytea not null check (octet_length(visitor) = 32),
  -- the payment has ended, and the link's totals include it
  is_over     boolean not null default false,
  primary key (payment_id, partner_id),
  foreign key (payment_id, partner_id) references payments,
  foreign key (link_id, partner_id) references payment_links
);
create index payment_link_uses_open on payment_link_uses (link_id) where not is_over;

-- What a buyer entered in the fields of a link: sealed JSON, of the account 'paymentLink'. It is kept, erased and
-- re-encrypted like all buyer data.
alter table buyer_data drop constraint buyer_data_field_check;
alter table buyer_data add constraint buyer_data_field_check check (field in (
  'fullName', 'dob', 'pobCountry', 'pobAddress', 'porCountry', 'porAddress', 'tosConfirmed', 'paymentLink'));

-- The number of a partner's links, as count_webhook_endpoints counts endpoints.
create function count_payment_links(in_partner text) returns bigint language plpgsql volatile as $$
begin
  perform from partners where id = in_partner for no key update;
  return (select count(*) from payment_links where partner_id = in_partner and deleted_at is null);
end $$;

alter table audit_log drop constraint audit_log_action_check;
alter table audit_log add constraint audit_log_action_check check (action in (
  'signed_in', 'signed_out', 'key_created', 'key_revoked',
  'merchant_created', 'merchant_changed', 'merchant_status_changed', 'merchant_deleted', 'merchant_erased',
  'settlement_created', 'settlement_changed', 'settlement_deleted', 'fiat_settlement_created', 'fiat_settlement_deleted',
  'payment_cancelled', 'payment_refunded', 'buyer_data_shown', 'buyer_data_erased',
  'partner_created', 'partner_pinned', 'fees_changed', 'buyer_data_rules_changed', 'return_urls_changed',
  'webhook_endpoint_created', 'webhook_endpoint_changed', 'webhook_endpoint_deleted', 'webhook_secret_rotated',
  'payment_link_created', 'payment_link_changed', 'payment_link_deleted'));
alter table audit_log drop constraint audit_log_subject_type_check;
alter table audit_log add constraint audit_log_subject_type_check check (subject_type in (
  'settlement', 'merchant', 'payment', 'key', 'partner', 'webhook_endpoint', 'payment_link'));
