-- Revocable wallet apps, and lists of merchants by status.

alter table wallet_apps add column revoked_at timestamptz(3);

-- Processes cache live apps like keys (store/key-ring.ts), and get the same notification of changes.
create trigger wallet_apps_changed after update or delete on wallet_apps
  for each statement execute function notify_keys();

-- For lists of one status, however rare; a list of all merchants counts without reading the rows.
create index merchants_listed_by_status on merchants (partner_id, status, created_at, id) where deleted_at is null;
