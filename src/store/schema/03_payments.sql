-- Payments, their log, charges and stored responses. Payments, confirmations and payment_events are
-- partitioned by month of the payment's id (docs/decisions/0068). No foreign key refers to a whole partitioned table,
-- because dropping a month would then read the table with the key. Instead, each insert selects its payment in the
-- same statement.

-- A payment is a partner's request to a buyer for money. Only store/payments/apply.ts writes a status.
create table payments (
  -- begins with its time, so that its characters (ASCII) sort by time
  id                text not null,
  partner_id        text not null,
  merchant_id       text not null,
  reference_id      text not null check (char_length(reference_id) between 1 and 256),
  status            text not null default 'requires_action'
                    check (status in ('requires_action', 'processing', 'succeeded', 'failed', 'expired', 'cancelled')),
  currency          text not null check (currency ~ '^[A-Z]{3}$'),
  amount            bigint not null check (amount > 0),
  -- shown to the buyer with line_items: [{"name", "quantity", "value"}], values in the payment's currency
  description       text,
  line_items        jsonb,
  success_url       text,
  error_url         text,
  -- whether it may be paid by a transfer to a deposit address
  takes_deposits    boolean not null default true,
  created_at        timestamptz(3) not null default now(),
  expires_at        timestamptz(0) not null,
  last_updated_at   timestamptz(3) not null default now(),
  failure_code      text check (failure_code = 'declined_user'),
  cancelled_reason  text check (cancelled_reason in ('cancelled_by_user', 'cancelled_by_merchant')),
  -- identifies the payment on chain: keccak256 of the id, or the nonce of a payer's own authorisation (method transfer)
  payment_key       bytea not null check (octet_length(payment_key) = 32),
  -- the policy it was created under; null: the installation's. No foreign key: it would lock the same row of
  -- fee_policies in every create, and that row can neither change nor be deleted.
  fee_policy_id     bigint,
  -- the kind of who created it, with the id of the key, till, user or link; 'charge': a server's key, by a charge;
  -- 'x402': a server's key, for a program's transfer; 'refund': it pays out that refund
  creator           text not null default 'server'
                    check (creator in ('server', 'pos', 'till', 'user', 'link', 'charge', 'x402', 'refund')),
  creator_id        text,
  primary key (id, partner_id),
  foreign key (merchant_id, partner_id) references merchants,
  check ((cancelled_reason is null) = (status <> 'cancelled')),
  check (failure_code is null or status = 'failed')
) partition by range (id);
-- Finds payments that expire now.
create index payments_open on payments (expires_at) where status = 'requires_action';
-- Finds the payments of a till or a point of sale, which see no others. Few payments of a server's key pay for it.
create index payments_of_creator on payments (creator_id, created_at) where creator in ('pos', 'till');
-- Finds the payments that take uses of a payment link, however many unpaid ones it has.
create index payments_of_link on payments (creator_id)
  where creator = 'link' and status in ('processing', 'succeeded');
-- Finds the payment that a transfer on a chain names. A payer chooses the key of an x402 payment, which any number of
-- payments may have: its transfer is found by its terms.
create index payments_payment_key on payments (payment_key) where creator <> 'x402';
-- Finds whether an x402 payment has this key.
create index payments_nonce on payments (payment_key) where creator = 'x402';

-- The log of payments: the history of each payment in order, and the partners' events. Append-only. Each change writes
-- its entry in the same transaction. The types of a refund's gateway payment begin with `gateway_`: no partner sees them.
create table payment_events (
  -- unique because one sequence draws it, and unique in its month by the partition's primary key
  id          bigint not null default nextval('event_numbers'),
  payment_id  text not null,
  partner_id  text not null,
  type        text not null,
  -- the payment's status after the change
  status      text not null,
  data        jsonb not null default '{}',
  created_at  timestamptz(3) not null default now(),
  -- the number of the transaction that wrote it, which orders events for readers (08_events_webhooks.sql)
  tx          bigint not null default pg_current_xact_id()::text::bigint
) partition by range (payment_id);
-- Finds the history of a payment.
create index payment_events_payment on payment_events (payment_id, id);
-- Finds a partner's events since a place or a time.
create index payment_events_of_partner on payment_events (partner_id, tx, id) include (created_at);
-- Finds what the books of a month are made of, among the many other events.
create index payment_events_of_books on payment_events (partner_id, tx, id) include (created_at)
  where type in ('paid', 'refund_succeeded', 'exception', 'exception_changed', 'resolved', 'refunded');
create trigger payment_events_append_only before update or delete or truncate on payment_events
  for each statement execute function refuse_rewriting();

-- Further facts about payments created by the charges API of Coinbase Commerce.
create table charges (
  payment_id    text not null,
  partner_id    text not null,
  name          text not null check (char_length(name) <= 256),
  description   text not null check (char_length(description) <= 1024),
  -- json, not jsonb: it is returned as it was sent
  metadata      json not null check (octet_length(metadata::text) <= 8192),
  redirect_url  text check (char_length(redirect_url) <= 2048),
  cancel_url    text check (char_length(cancel_url) <= 2048),
  primary key (payment_id, partner_id)
);

-- Responses stored by idempotency key, in the transaction of their effect. Kept 30 days.
create table idempotent_answers (
  -- empty: all partners share the key
  partner_id   text not null,
  -- method, path with its ids, merchant, and the point of sale, till or user; empty for servers, which share theirs
  scope        text not null,
  key          text not null check (char_length(key) between 1 and 255),
  -- SHA-256 of the request: a different request with the same key is refused
  fingerprint  bytea not null,
  -- status and body are null while the request runs
  status       integer,
  body         jsonb,
  created_at   timestamptz(3) not null default now(),
  primary key (partner_id, scope, key)
);
-- Finds responses past their 30 days.
create index idempotent_answers_age on idempotent_answers (created_at);
