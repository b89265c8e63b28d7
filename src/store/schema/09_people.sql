-- People: named users of a partner, tills, and their sessions in the console.

-- Named users of a partner.
create table users (
  id                 text not null,
  partner_id         text not null references partners,
  role               text not null check (role in ('owner', 'manager', 'cashier', 'reader')),
  -- the merchants that the user is limited to; null: all
  merchant_ids       text[],
  -- personal data, erased on removal
  name               text,
  email              text,
  -- PHC string of scrypt
  password           text,
  -- SHA-256 of the invitation's token, which is random, so a slow hash would add nothing
  invite_hash        bytea check (octet_length(invite_hash) = 32),
  invite_expires_at  timestamptz(3),
  created_at         timestamptz(3) not null default now(),
  joined_at          timestamptz(3),
  removed_at         timestamptz(3),
  -- the language of mail to the user; null: English
  language           text,
  -- the kinds of notices that the user does not want
  mail_off           text[] not null default '{}' check (mail_off <@ array['exceptions', 'approvals', 'webhooks']),
  primary key (id, partner_id),
  check ((invite_hash is null) = (invite_expires_at is null)),
  check (removed_at is null or (name is null and email is null and password is null and invite_hash is null))
);
-- Finds the users with an address. Users sign in without naming their partner; each partner has an address once.
create unique index users_email on users (email, partner_id);
-- Finds the user invited with a token.
create unique index users_invitation on users (invite_hash);
-- Finds a partner's users.
create index users_of_partner on users (partner_id, created_at);

-- Part of the salts of passwords. An address has one salt, so that one hash checks a password for all of its users.
create table password_salt (
  is_only  boolean primary key default true check (is_only),
  value    bytea not null default uuid_send(gen_random_uuid())
);
insert into password_salt default values;

-- WebAuthn credentials of users.
create table passkeys (
  id                 text not null default 'pk_' || replace(gen_random_uuid()::text, '-', ''),
  user_id            text not null,
  partner_id         text not null,
  -- base64url, as browsers send it
  credential_id      text not null unique check (length(credential_id) <= 1400),
  -- COSE key (RFC 9052)
  public_key         bytea not null,
  -- the authenticator's counter; 0 if it does not count
  counter            bigint not null,
  transports         text[] not null,
  name               text not null,
  created_at         timestamptz(3) not null default now(),
  last_used_at       timestamptz(3),
  -- when the last accepted challenge was made; an earlier one is a replay
  last_challenge_at  timestamptz(3),
  primary key (id, partner_id),
  foreign key (user_id, partner_id) references users
);
-- Finds a user's passkeys.
create index passkeys_user on passkeys (user_id, created_at);

-- Paired devices that take payments for one merchant and see only their own sales.
create table tills (
  id               text not null,
  partner_id       text not null,
  merchant_id      text not null,
  name             text not null,
  -- prefix of the references of the till's sales, which identifies them
  code             text not null unique check (length(code) = 8),
  -- SHA-256 of the pairing code, which is random and short-lived
  pair_hash        bytea unique check (octet_length(pair_hash) = 32),
  pair_expires_at  timestamptz(3),
  created_at       timestamptz(3) not null default now(),
  paired_at        timestamptz(3),
  revoked_at       timestamptz(3),
  primary key (id, partner_id),
  foreign key (merchant_id, partner_id) references merchants
);
-- Finds a partner's tills.
create index tills_of_partner on tills (partner_id, created_at);

-- The receipt numbers of tills' paid sales: from 1 on each day, without gaps, for all tills of a merchant together.
create table receipt_numbers (
  payment_id   text not null,
  partner_id   text not null,
  merchant_id  text not null,
  -- the day of the sale by the till's clock
  day          date not null,
  number       integer not null check (number > 0),
  primary key (payment_id, partner_id),
  unique (merchant_id, partner_id, day, number),
  foreign key (merchant_id, partner_id) references merchants
);

-- Console sessions. A session acts for a key, a user or a till, and ends with it: every lookup checks that as well.
create table console_sessions (
  -- SHA-256 of the cookie's value, which is random, so a slow hash would add nothing
  hash          bytea primary key check (octet_length(hash) = 32),
  id            text not null unique default 'ses_' || replace(gen_random_uuid()::text, '-', ''),
  partner_id    text not null,
  key_id        text,
  user_id       text,
  till_id       text,
  -- the address of the browser that signed in; erased with the session
  address       inet,
  agent         text,
  created_at    timestamptz(3) not null default now(),
  -- to the minute; renewed by the user's actions, not by background requests
  used_at       timestamptz(3) not null default now(),
  -- when the user last proved again who they are; used once
  confirmed_at  timestamptz(3),
  foreign key (key_id, partner_id) references api_keys,
  foreign key (user_id, partner_id) references users,
  foreign key (till_id, partner_id) references tills,
  check (num_nonnulls(key_id, user_id, till_id) = 1)
);
-- Finds expired sessions, which are deleted oldest first.
create index console_sessions_age on console_sessions (created_at);
-- Finds a user's sessions.
create index console_sessions_user on console_sessions (user_id) where user_id is not null;
-- Finds a till's sessions.
create index console_sessions_till on console_sessions (till_id) where till_id is not null;

-- Sessions that end, and people and tills that lose rights, end their long polls.
create trigger sessions_ended after delete on console_sessions
  for each statement execute function notify_keys();
create trigger users_changed after update of role, merchant_ids, removed_at on users
  for each statement execute function notify_keys();
create trigger tills_changed after update of revoked_at on tills
  for each statement execute function notify_keys();

-- Changes of destinations that wait for a second person, if the partner requires one.
create table change_requests (
  id           text not null,
  partner_id   text not null references partners,
  -- null: the change is about the partner
  merchant_id  text,
  -- see RequestedChange in merchant/change-request.ts
  change       jsonb not null,
  asked_by     text not null,
  asked_at     timestamptz(3) not null default now(),
  expires_at   timestamptz(3) not null,
  -- an expired request stays 'open'; 'outdated': the destination has changed since the request
  status       text not null default 'open' check (status in ('open', 'approved', 'rejected', 'withdrawn', 'outdated')),
  decided_by   text,
  primary key (id, partner_id),
  foreign key (merchant_id, partner_id) references merchants,
  foreign key (asked_by, partner_id) references users,
  foreign key (decided_by, partner_id) references users,
  check (status <> 'approved' or decided_by <> asked_by),
  check ((status = 'open') = (decided_by is null))
);
-- Finds a partner's open requests.
create index change_requests_open on change_requests (partner_id, asked_at) where status = 'open';
