-- Refund marks, and what keys and exceptions are asked for.

-- A payment that the merchant has paid back: a mark beside the payment, whose status stays. At most one, for good.
create table refunds (
  payment_id  text not null,
  partner_id  text not null,
  -- the transfer that paid it back, where the merchant named one; a transfer pays back one payment
  chain       text,
  tx_hash     bytea check (octet_length(tx_hash) = 32),
  log_index   integer,
  created_at  timestamptz(3) not null default now(),
  primary key (payment_id, partner_id),
  foreign key (payment_id, partner_id) references payments,
  unique (partner_id, chain, tx_hash, log_index),
  check (num_nulls(chain, tx_hash, log_index) in (0, 3))
);

-- a partner's exceptions, newest first
create index exceptions_by_time on exceptions (partner_id, created_at desc, id desc);

-- When a key was last used, to the minute.
alter table api_keys add column last_used_at timestamptz(3);

-- Processes keep live keys in memory (store/live-keys.ts). Whatever changes what a key may do, by whatever hand, tells
-- all of them; the payload is not needed, for such changes are rare.
create function notify_keys() returns trigger language plpgsql as $$
begin
  perform pg_notify('turnpike_keys', '');
  return null;
end
$$;
create trigger api_keys_changed after update of revoked_at, role, partner_id, hash or delete on api_keys
  for each statement execute function notify_keys();
create trigger partners_changed after update of version or delete on partners
  for each statement execute function notify_keys();
