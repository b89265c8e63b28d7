-- Named users of a partner, their sessions, and the addresses behind the lines of the audit log.
create table users (
  id                text not null,
  partner_id        text not null references partners,
  role              text not null check (role in ('owner', 'manager', 'cashier', 'reader')),
  -- the merchants that the user is limited to; null: all
  merchant_ids      text[],
  -- personal data, erased on removal
  name              text,
  email             text,
  -- PHC string of scrypt
  password          text,
  -- SHA-256 of the invitation's token, which is random, so a slow hash would add nothing
  invite_hash       bytea check (octet_length(invite_hash) = 32),
  invite_expires_at timestamptz(3),
  created_at        timestamptz(3) not null default now(),
  joined_at         timestamptz(3),
  removed_at        timestamptz(3),
  primary key (id, partner_id),
  check ((invite_hash is null) = (invite_expires_at is null)),
  check (removed_at is null or (name is null and email is null and password is null and invite_hash is null))
);
-- people sign in with their address alone
create unique index users_email on users (email);
create unique index users_invitation on users (invite_hash);
create index users_of_partner on users (partner_id, created_at);

-- A session acts for a key or for a user, and ends with it.
alter table console_sessions
  add column id           text not null default 'ses_' || replace(gen_random_uuid()::text, '-', '') unique,
  add column user_id      text,
  add column till_id      text,
  -- of the browser that signed in; erased with the session
  add column address      inet,
  add column agent        text,
  -- when the user last proved again who they are; used once
  add column confirmed_at timestamptz(3),
  alter column key_id drop not null,
  add check (num_nonnulls(key_id, user_id, till_id) = 1),
  add foreign key (user_id, partner_id) references users;
create index console_sessions_user on console_sessions (user_id) where user_id is not null;

-- WebAuthn credentials of users
create table passkeys (
  id                text not null default 'pk_' || replace(gen_random_uuid()::text, '-', ''),
  user_id           text not null,
  partner_id        text not null,
  -- base64url, as browsers send it
  credential_id     text not null unique check (length(credential_id) <= 1400),
  -- COSE key (RFC 9052)
  public_key        bytea not null,
  -- of the authenticator; 0 if it does not count
  counter           bigint not null,
  transports        text[] not null,
  name              text not null,
  created_at        timestamptz(3) not null default now(),
  last_used_at      timestamptz(3),
  -- when the last accepted challenge was made; an earlier one is a replay
  last_challenge_at timestamptz(3),
  primary key (id, partner_id),
  foreign key (user_id, partner_id) references users
);
create index passkeys_user on passkeys (user_id, created_at);

-- Paired devices that take payments for one merchant and see only their own sales.
create table tills (
  id              text not null,
  partner_id      text not null,
  merchant_id     text not null,
  name            text not null,
  -- begins the references of its sales, by which they are told apart
  code            text not null unique check (length(code) = 8),
  -- SHA-256 of the pairing code, which is random and short-lived
  pair_hash       bytea unique check (octet_length(pair_hash) = 32),
  pair_expires_at timestamptz(3),
  created_at      timestamptz(3) not null default now(),
  paired_at       timestamptz(3),
  revoked_at      timestamptz(3),
  primary key (id, partner_id),
  foreign key (merchant_id, partner_id) references merchants
);
create index tills_of_partner on tills (partner_id, created_at);

alter table api_keys add column label text check (length(label) between 1 and 100);

alter table console_sessions add foreign key (till_id, partner_id) references tills;
create index console_sessions_till on console_sessions (till_id) where till_id is not null;

-- The address that a change came from. Removing a user erases it from the user's lines.
alter table audit_log add column address inet;
create index audit_log_user on audit_log (partner_id, actor) where actor like 'usr\_%' and address is not null;

create or replace function refuse_rewriting_except_erasure() returns trigger language plpgsql as $$
declare
  personal constant text[] := array['name', 'email', 'logo'];
  facts constant text[] := array['before', 'after'];
begin
  if tg_op = 'UPDATE' and new.subject_type = 'merchant'
     and to_jsonb(new) - facts = to_jsonb(old) - facts
     and new.before is not distinct from old.before - personal
     and new.after is not distinct from old.after - personal then
    return new;
  end if;
  if tg_op = 'UPDATE' and new.actor like 'usr\_%' and new.address is null
     and to_jsonb(new) - 'address' = to_jsonb(old) - 'address' then
    return new;
  end if;
  raise exception '% is append-only', tg_table_name;
end $$;

-- Adds to the lists of actions and subjects, whatever earlier migrations put into them.
do $$
declare
  constraint_name text;
  former text;
  added text;
begin
  for constraint_name, added in values
    ('audit_log_action_check', $new$action in (
      'user_invited', 'user_joined', 'user_changed', 'user_removed', 'password_changed', 'sessions_ended',
      'passkey_added', 'passkey_removed', 'till_paired', 'till_revoked')$new$),
    ('audit_log_subject_type_check', $new$subject_type in ('user', 'till')$new$)
  loop
    select pg_get_expr(conbin, conrelid) into strict former
      from pg_constraint where conrelid = 'audit_log'::regclass and conname = constraint_name;
    execute format('alter table audit_log drop constraint %I', constraint_name);
    execute format('alter table audit_log add constraint %I check (%s or %s)', constraint_name, former, added);
  end loop;
end $$;
