-- The audit log covers everything that a partner's users or the operator change: who, through which channel, and from
-- what to what. It stays append-only, and each entry is written in the statement of the change.
alter table audit_log disable trigger audit_log_append_only;
alter table audit_log
  -- the channel: a key, the console, or the command line
  add column via text check (via in ('api', 'console', 'cli')),
  add column subject_type text check (subject_type in ('settlement', 'merchant', 'payment', 'key', 'partner')),
  alter column merchant_id drop not null;
update audit_log
   set via = case actor when 'operator' then 'cli' else 'api' end,
       subject_type = case when action like 'settlement%' then 'settlement' else 'payment' end;
alter table audit_log alter column via set not null, alter column subject_type set not null;
alter table audit_log enable trigger audit_log_append_only;

alter table audit_log drop constraint audit_log_action_check;
alter table audit_log add constraint audit_log_action_check check (action in (
  'signed_in', 'signed_out', 'key_created', 'key_revoked',
  'merchant_created', 'merchant_changed', 'merchant_status_changed', 'merchant_deleted',
  'settlement_created', 'settlement_changed', 'settlement_deleted',
  'fiat_settlement_created', 'fiat_settlement_deleted',
  'payment_cancelled', 'payment_refunded', 'buyer_data_shown', 'buyer_data_erased',
  'partner_created', 'partner_pinned', 'fees_changed', 'collect_data_changed'));

-- a partner's, newest first
create index audit_log_partner on audit_log (partner_id, id desc);
