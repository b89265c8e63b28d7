-- For the console's search. A kind belongs to one partner, and so do the numbers of its buyers.
create index listed_by_buyer on listed_payments (kind, buyer, created_at, payment_id) include (merchant)
  where buyer is not null;
-- the transaction that a buyer's wallet reported, until its transfer is seen
create index confirmations_by_transaction on confirmations (transaction_hash) where transaction_hash is not null;
