-- API keys may expire, and may be bound to addresses.
alter table api_keys
  add column expires_at timestamptz(3),
  -- IP addresses and CIDR networks; empty: any address
  add column allowed_addresses text[] not null default '{}';

drop trigger api_keys_changed on api_keys;
create trigger api_keys_changed
  after update of revoked_at, role, partner_id, hash, expires_at, allowed_addresses or delete on api_keys
  for each statement execute function notify_keys();
