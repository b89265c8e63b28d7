-- The audit log of all changes by a partner's users and by the operator: who, through which channel, from what to what.

-- Each line is written in the statement of its change.
create table audit_log (
  id            bigint generated always as identity,
  partner_id    text not null,
  merchant_id   text,
  -- the id of an API key, a user or a till, or 'operator'
  actor         text not null,
  via           text not null check (via in ('api', 'console', 'cli')),
  -- the source address of the change; removing a user erases it from the user's lines
  address       inet,
  action        text not null check (action in (
    'signed_in', 'signed_out', 'sessions_ended', 'key_created', 'key_revoked',
    'partner_created', 'partner_pinned', 'fees_changed', 'buyer_data_rules_changed', 'return_urls_changed',
    'branding_changed', 'deposit_tolerance_changed', 'embed_origins_changed', 'second_person_changed',
    'merchant_created', 'merchant_changed', 'merchant_status_changed', 'merchant_deleted', 'merchant_erased',
    'settlement_created', 'settlement_changed', 'settlement_deleted', 'fiat_settlement_created',
    'fiat_settlement_deleted', 'payment_cancelled', 'payment_refunded', 'deposit_released',
    'refund_requested', 'refund_cancelled', 'refund_completed', 'refund_address_accepted', 'refund_address_rejected',
    'exception_resolved', 'buyer_data_shown', 'buyer_data_erased',
    'webhook_endpoint_created', 'webhook_endpoint_changed', 'webhook_endpoint_deleted', 'webhook_secret_rotated',
    'payment_link_created', 'payment_link_changed', 'payment_link_deleted',
    'user_invited', 'user_link_created', 'user_joined', 'user_changed', 'user_removed', 'password_changed',
    'passkey_added', 'passkey_removed', 'till_created', 'till_code_created', 'till_paired', 'till_revoked',
    'change_asked', 'change_approved', 'change_rejected', 'change_withdrawn', 'month_closed')),
  subject_type  text not null check (subject_type in (
    'settlement', 'merchant', 'payment', 'refund', 'exception', 'key', 'partner', 'webhook_endpoint', 'payment_link',
    'user', 'till', 'change_request')),
  subject_id    text not null,
  before        jsonb,
  after         jsonb,
  created_at    timestamptz(3) not null default now(),
  primary key (id, partner_id),
  constraint audit_log_change_check check (action not like 'settlement%' or before is not null or after is not null)
);
-- Finds the changes of a merchant.
create index audit_log_merchant on audit_log (merchant_id, id);
-- Finds the latest changes at a partner.
create index audit_log_partner on audit_log (partner_id, id desc);
-- Finds who did what a payment's log says.
create index audit_log_payment on audit_log (subject_id) where subject_type in ('payment', 'refund', 'exception');
-- Finds the lines with the address of a user who is removed.
create index audit_log_user on audit_log (partner_id, actor) where actor like 'usr\_%' and address is not null;

-- Finds what a key or a user made, and whose link or code let a user or a device in.
create index audit_log_makers on audit_log (partner_id, actor) where action in (
  'key_created', 'user_invited', 'user_link_created', 'user_joined', 'till_created', 'till_code_created', 'till_paired',
  'payment_link_created', 'webhook_endpoint_created');

-- A request may pass its checks just before its key or user ends. What it makes then would survive the end of
-- everything that the key made (store/end-made.ts), so the line of it is refused, and the whole statement with it.
create function refuse_ended_maker() returns trigger language plpgsql as $$
declare
  is_ended boolean;
begin
  if new.actor like 'key\_%' then
    select revoked_at is not null into is_ended from api_keys
     where id = new.actor and partner_id = new.partner_id for key share;
  else
    select removed_at is not null into is_ended from users
     where id = new.actor and partner_id in (new.partner_id, live_partner(new.partner_id)) for key share;
  end if;
  if is_ended then
    raise exception '% has ended', new.actor using errcode = 'serialization_failure';
  end if;
  return new;
end $$;
create trigger audit_log_of_live_makers before insert on audit_log for each row
  when (new.actor ~ '^(key|usr)_' and new.action in (
    'key_created', 'user_invited', 'user_link_created', 'till_created', 'till_code_created', 'payment_link_created',
    'webhook_endpoint_created', 'merchant_created', 'settlement_created', 'settlement_changed', 'settlement_deleted',
    'change_asked', 'change_approved', 'refund_requested', 'refund_address_accepted'))
  execute function refuse_ended_maker();

-- Append-only except for two erasures: a merchant's name, email address and logo, and a removed user's addresses.
create function refuse_rewriting_except_erasure() returns trigger language plpgsql as $$
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
create trigger audit_log_append_only before update or delete on audit_log
  for each row execute function refuse_rewriting_except_erasure();
create trigger audit_log_not_truncated before truncate on audit_log
  for each statement execute function refuse_rewriting();
