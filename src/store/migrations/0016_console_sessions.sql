-- Console sessions. A session acts for the key that started it and ends with it: every session lookup checks the key
-- too.
create table console_sessions (
  -- SHA-256 of the cookie's value, which is random, so a slow hash would add nothing
  hash        bytea primary key check (octet_length(hash) = 32),
  key_id      text not null,
  partner_id  text not null,
  created_at  timestamptz(3) not null default now(),
  -- to the minute; renewed by the user's actions, not by background requests
  used_at     timestamptz(3) not null default now(),
  foreign key (key_id, partner_id) references api_keys
);
-- expired sessions are deleted, oldest first
create index console_sessions_age on console_sessions (created_at);
