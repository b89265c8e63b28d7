-- Mail: what has happened that people are told of, and the messages to each of them.

-- Whether mail is sent at all: workers with SMTP settings say so again and again. Without, nothing is written.
create table mail_service (
  is_only   boolean primary key default true check (is_only),
  on_until  timestamptz(3) not null default '-infinity'
);
insert into mail_service default values;

-- What happened, written in the transaction of the fact. A worker turns it into notices to users.
create table mail_news (
  id          bigint primary key generated always as identity,
  partner_id  text not null,
  kind        text not null check (kind in ('exceptions', 'approvals', 'webhooks')),
  -- the exception, change request, refund or webhook endpoint
  subject_id  text not null,
  -- the payment of an exception
  payment_id  text,
  -- why a webhook endpoint was disabled; null: it fails since `since`
  reason      text,
  since       timestamptz(3),
  created_at  timestamptz(3) not null default now(),
  -- an endpoint that fails may only be restarting
  due_at      timestamptz(3) not null default now()
);
-- Finds what is due.
create index mail_news_due on mail_news (due_at);

-- Adds what has happened to an exception, a change request, a refund or a webhook endpoint, if mail is sent at all.
create function add_mail_news() returns trigger language plpgsql as $$
begin
  if not exists (select from mail_service where on_until > now()) then
    return null;
  end if;
  if tg_table_name = 'exceptions' then
    insert into mail_news (partner_id, kind, subject_id, payment_id)
    values (new.partner_id, 'exceptions', new.id, new.payment_id);
  elsif tg_table_name in ('change_requests', 'refunds') then
    insert into mail_news (partner_id, kind, subject_id) values (new.partner_id, 'approvals', new.id);
  elsif new.disabled_reason is distinct from old.disabled_reason and new.disabled_reason is not null then
    insert into mail_news (partner_id, kind, subject_id, reason)
    values (new.partner_id, 'webhooks', new.id, new.disabled_reason);
  elsif old.failing_since is null and new.failing_since is not null then
    insert into mail_news (partner_id, kind, subject_id, since, due_at)
    values (new.partner_id, 'webhooks', new.id, new.failing_since, now() + interval '20 minutes');
  end if;
  return null;
end $$;
create trigger exceptions_mail after insert on exceptions
  for each row execute function add_mail_news();
create trigger exceptions_mail_again after update of resolved_at on exceptions
  for each row when (old.resolved_at is not null and new.resolved_at is null) execute function add_mail_news();
create trigger change_requests_mail after insert on change_requests
  for each row execute function add_mail_news();
-- Strangers can claim, but only once until the merchant rejects it.
create trigger refunds_mail after insert on refunds
  for each row when (new.claimed is not null) execute function add_mail_news();
create trigger refunds_mail_again after update of claimed on refunds
  for each row when (old.claimed is null and new.claimed is not null) execute function add_mail_news();
create trigger webhook_endpoints_mail after update of failing_since, disabled_reason on webhook_endpoints
  for each row execute function add_mail_news();

-- One message to one person.
create table mails (
  id               text primary key,
  partner_id       text not null references partners,
  kind             text not null check (kind in ('receipt', 'invitation', 'exceptions', 'approvals', 'webhooks')),
  -- the user whom a notice is for, with the partner that the user belongs to; or the user who is invited
  user_id          text,
  user_partner_id  text,
  -- the payment of a receipt
  payment_id       text,
  language         text not null,
  -- what a notice tells: at most ten items, and how many there were
  items            jsonb not null default '[]',
  count            integer not null default 1,
  -- the recipient's address, with the link of an invitation, sealed by a key of BUYER_DATA_KEYS. Deleted at the end. A
  -- user's address is read when the notice is sent
  key_id           text,
  content          bytea,
  -- HMAC of that address, for the limits; of a notice, once it is sent
  address_hash     bytea,
  state            text not null default 'waiting' check (state in ('waiting', 'sent', 'given_up')),
  -- why it was given up, or the last attempt failed; never with an address
  note             text,
  attempts         integer not null default 0,
  next_attempt_at  timestamptz(3) not null default now(),
  -- the process that sends it, until its lease ends
  lease            text,
  leased_until     timestamptz(3),
  created_at       timestamptz(3) not null default now(),
  ended_at         timestamptz(3),
  check ((key_id is null) = (content is null)),
  check (content is null or state = 'waiting'),
  check ((state = 'waiting') = (ended_at is null)),
  foreign key (user_id, user_partner_id) references users
);
-- Finds the messages to send now.
create index mails_due on mails (next_attempt_at) where state = 'waiting';
-- A payment's receipt goes to an address once.
create unique index mails_receipt on mails (payment_id, address_hash) where kind = 'receipt';
-- Finds what an address got.
create index mails_of_address on mails (address_hash, created_at) where address_hash is not null;
-- Finds what a partner sent, and a user got.
create index mails_of_partner on mails (partner_id, kind, created_at);
create index mails_of_user on mails (user_id, kind, created_at) where user_id is not null;
-- Finds old messages.
create index mails_age on mails (created_at);
-- Finds content to seal with a new key.
create index mails_key on mails (key_id) where key_id is not null;

-- Addresses that a mail server refused for good. They get nothing for a month.
create table refused_addresses (
  hash        bytea primary key,
  refused_at  timestamptz(3) not null default now()
);
