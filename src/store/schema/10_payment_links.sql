-- Payment links, their views and their payments.

-- A payment link is a page on which buyers create payments.
create table payment_links (
  id                 text not null,
  partner_id         text not null references partners,
  merchant_id        text not null,
  currency           text not null check (currency ~ '^[A-Z]{3}$'),
  -- a fixed amount; null: the buyer chooses between the bounds
  amount             bigint check (amount > 0),
  amount_min         bigint check (amount_min > 0),
  amount_max         bigint check (amount_max >= amount_min),
  amount_suggested   bigint check (amount_suggested between amount_min and amount_max),
  description        text check (char_length(description) between 1 and 256),
  -- the pattern of its payments' references, with {number}
  reference_pattern  text not null check (char_length(reference_pattern) between 1 and 100),
  -- null: any number of payments
  max_uses           integer check (max_uses between 1 and 10000),
  expires_at         timestamptz(0),
  -- [{label, isRequired, lengthMax}]
  fields             jsonb not null default '[]' check (jsonb_array_length(fields) <= 10),
  success_url        text,
  error_url          text,
  -- whether its payments may be paid by a transfer to a deposit address
  takes_deposits     boolean not null default true,
  is_enabled         boolean not null default true,
  created_at         timestamptz(3) not null default now(),
  deleted_at         timestamptz(3),
  -- payments created so far: {number} of the last reference
  created            bigint not null default 0,
  -- succeeded payments that are in payment_link_uses with is_over, or were deleted with their month
  succeeded          bigint not null default 0,
  paid               numeric(38) not null default 0,
  primary key (id, partner_id),
  foreign key (merchant_id, partner_id) references merchants,
  check ((amount is null) = (amount_min is not null) and (amount_min is null) = (amount_max is null))
);
-- Finds the link of a page.
create unique index payment_links_by_id on payment_links (id);
-- Finds a partner's newest links.
create index payment_links_of_partner on payment_links (partner_id, created_at, id) where deleted_at is null;

-- Views of a link's page. A separate table, because views must not wait while a payment is created.
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
  -- SHA-256 of the browser's secret and its form: the same form sent again leads to the same open payment
  entry       bytea not null check (octet_length(entry) = 32),
  -- SHA-256 of the browser's secret
  visitor     bytea not null check (octet_length(visitor) = 32),
  -- the payment has ended, and the link's totals include it
  is_over     boolean not null default false,
  primary key (payment_id, partner_id),
  foreign key (link_id, partner_id) references payment_links
);
-- Finds a link's payments that are open or not counted yet, oldest first.
create index payment_link_uses_open on payment_link_uses (link_id, payment_id) where not is_over;
-- Finds a browser's open payments, however many others the link has.
create index payment_link_uses_of_visitor on payment_link_uses (visitor) where not is_over;

-- The number of a partner's links, counted like count_webhook_endpoints.
create function count_payment_links(in_partner text) returns bigint language plpgsql volatile as $$
begin
  perform from partners where id = in_partner for no key update;
  return (select count(*) from payment_links where partner_id = in_partner and deleted_at is null);
end $$;
