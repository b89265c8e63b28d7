-- More payment methods: Permit2 (a signature, like EIP-3009), and the buyer's own transactions (ERC-20, native coin).

alter table confirmations drop constraint confirmations_method_check;
alter table confirmations add check (method in ('eip3009', 'permit2', 'erc20', 'native'));
-- null: no wallet confirmed, the watcher found the buyer's transaction first
alter table confirmations alter column results_digest drop not null;
alter table confirmations alter column signature drop not null;
-- the hash named by the wallet (a replacement may have another), or found by the watcher
alter table confirmations add column transaction_hash bytea check (octet_length(transaction_hash) = 32);
alter table confirmations add check ((signature is null) <> (transaction_hash is null));
alter table confirmations add check ((transaction_hash is not null) = (method in ('erc20', 'native')));

-- CAIP-19: the zero address alone does not identify the native asset
alter table transfers add column asset text;
update transfers set asset = chain || '/erc20:' || token;
alter table transfers alter column asset set not null;

-- Transactions handed out to a wallet, which may send one and die before it confirms. The watcher makes a confirmation
-- from this row when it sees its terms paid. Deleted some time after the deadline.
create table intents (
  terms_hash          bytea primary key check (octet_length(terms_hash) = 32),
  payment_id          text not null,
  partner_id          text not null,
  asset               text not null,
  method              text not null check (method in ('erc20', 'native')),
  pays_out            text not null check (pays_out in ('merchant', 'treasury')),
  quote_expires_at_s  bigint,
  chain               text not null,
  router              text not null,
  token               text not null,
  payer               text not null,
  amount              numeric(78) not null check (amount > 0),
  destination         text not null,
  fee                 numeric(78) not null check (fee >= 0 and fee <= amount),
  fee_receiver        text not null,
  deadline_s          bigint not null,
  fee_ppm             bigint not null,
  required_depth      integer not null check (required_depth > 0),
  created_at          timestamptz(3) not null default now(),
  foreign key (payment_id, partner_id) references payments
);
create index intents_payment on intents (payment_id);
create index intents_deadline on intents (deadline_s);
