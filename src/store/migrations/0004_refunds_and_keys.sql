-- Refund marks, and indexes for keys and exceptions.

-- A payment that the merchant has refunded: a mark only, the payment's status stays. At most one, and permanent.
create table refunds (
  payment_id  text not null,
  partner_id  text not null,
  -- the refund's transfer, if the merchant named one; a transfer refunds one payment
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

-- Processes cache live keys (store/live-keys.ts). Any change of a key's permissions notifies all of them; no payload is
-- needed, because such changes are rare.
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
