-- A key of the role pos acts for one merchant only.
alter table api_keys add column merchant_id text;
alter table api_keys drop constraint api_keys_role_check;
alter table api_keys add constraint api_keys_role_check
  check (role in ('partner', 'read', 'wallet', 'pos') and (role = 'pos') = (merchant_id is not null));

-- Schemes ("shop-app:") and origins ("https://shop.example") to which the checkout page may return a partner's buyers.
alter table partners add column return_urls text[] not null default '{}';

-- Of the transaction that holds the transfer; null for transfers of relayed batches and for those not read yet.
alter table transfers add column nonce bigint;

alter table audit_log drop constraint audit_log_action_check;
alter table audit_log add constraint audit_log_action_check check (action in (
  'signed_in', 'signed_out', 'key_created', 'key_revoked',
  'merchant_created', 'merchant_changed', 'merchant_status_changed', 'merchant_deleted', 'merchant_erased',
  'settlement_created', 'settlement_changed', 'settlement_deleted', 'fiat_settlement_created', 'fiat_settlement_deleted',
  'payment_cancelled', 'payment_refunded', 'buyer_data_shown', 'buyer_data_erased',
  'partner_created', 'partner_pinned', 'fees_changed', 'buyer_data_rules_changed', 'return_urls_changed',
  'webhook_endpoint_created', 'webhook_endpoint_changed', 'webhook_endpoint_deleted', 'webhook_secret_rotated'));
