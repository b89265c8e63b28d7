-- Searches of merchants by one or two characters, and the erasure of personal data from the audit log.

create index merchants_by_name on merchants (partner_id, lower(name) text_pattern_ops) where deleted_at is null;

-- Erasing a merchant takes its name, email address and logo out of the audit log. No other change of a line is possible.
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
  raise exception '% is append-only', tg_table_name;
end $$;
drop trigger audit_log_append_only on audit_log;
create trigger audit_log_append_only before update or delete on audit_log
  for each row execute function refuse_rewriting_except_erasure();
create trigger audit_log_not_truncated before truncate on audit_log
  for each statement execute function refuse_rewriting();

alter table audit_log drop constraint audit_log_action_check;
alter table audit_log add constraint audit_log_action_check check (action in (
  'signed_in', 'signed_out', 'key_created', 'key_revoked',
  'merchant_created', 'merchant_changed', 'merchant_status_changed', 'merchant_deleted', 'merchant_erased',
  'settlement_created', 'settlement_changed', 'settlement_deleted', 'fiat_settlement_created', 'fiat_settlement_deleted',
  'payment_cancelled', 'payment_refunded', 'buyer_data_shown', 'buyer_data_erased',
  'partner_created', 'partner_pinned', 'fees_changed', 'buyer_data_rules_changed'));

-- Buyer data of payments that never happened is deleted sooner. Once money has arrived it is kept to its full age.
alter table buyer_data add column is_kept boolean not null default false;
create index buyer_data_unjudged on buyer_data (created_at) where not is_kept;
