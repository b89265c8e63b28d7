-- Wallet apps that may be revoked, and merchants listed by their status.

alter table wallet_apps add column revoked_at timestamptz(3);

-- Processes keep live apps in memory as they keep keys (store/key-ring.ts), and are told of changes by the same word.
create trigger wallet_apps_changed after update or delete on wallet_apps
  for each statement execute function notify_keys();

-- Lists of one status, however few have it; a list of all of them counts without reading the rows.
create index merchants_listed_by_status on merchants (partner_id, status, created_at, id) where deleted_at is null;
