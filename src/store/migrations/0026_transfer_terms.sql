-- The router's events name all terms, and how the payer authorised them. Events of former routers did not: the zero
-- address is nobody's fee receiver.
alter table transfers
  add column fee_receiver text not null default '0x0000000000000000000000000000000000000000',
  add column deadline_s   numeric(78) not null default 0,
  add column method       text not null default 'eip3009' check (method in ('eip3009', 'permit2', 'pay'));
alter table transfers alter column fee_receiver drop default, alter column deadline_s drop default,
                      alter column method drop default;

-- The merchant's name when the option was listed: Permit2's message shows it, so the signature covers it.
alter table confirmations add column merchant_name text not null default '';
alter table intents add column merchant_name text not null default '';
