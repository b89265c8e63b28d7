-- Who is signed in to the console. A session stands for the key it was begun with, and ends with it: every look at a session
-- looks at its key, too.
create table console_sessions (
  -- SHA-256 of what the cookie holds, which is random: a slow hash would protect nothing
  hash        bytea primary key check (octet_length(hash) = 32),
  key_id      text not null,
  partner_id  text not null,
  created_at  timestamptz(3) not null default now(),
  -- to the minute; what a person does renews it, what the page does by itself does not
  used_at     timestamptz(3) not null default now(),
  foreign key (key_id, partner_id) references api_keys
);
-- what ended is deleted, oldest first
create index console_sessions_age on console_sessions (created_at);
