-- A key of the role pos acts for one merchant only.
alter table api_keys add column merchant_id text;
alter table api_keys drop constraint api_keys_role_check;
alter table api_keys add constraint api_keys_role_check
  check (role in ('partner', 'read', 'wallet', 'pos') and (role = 'pos') = (merchant_id is not null));

-- Schemes ("shop-app:") and origins ("https://shop.example") to which the checkout page may return a partner's buyers.
alter table partners add column return_urls text[] not null default '{}';

-- Of the transaction that holds the transfer; null for transfers of relayed batches and for those not read yet.
alter table transfers add column nonce bigint;
