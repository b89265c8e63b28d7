-- One name for the bytes32 by which the router contract knows a payment: the payment key.
alter table payments rename column chain_key to payment_key;
alter index payments_chain_key rename to payments_payment_key;
alter table transfers rename column chain_key to payment_key;
