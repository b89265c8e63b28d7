-- Refunds. A refund is a payment backwards: its gateway payment is a row of payments with creator 'refund', which only
-- the gateway serves. A refund follows the status of its gateway payment. docs/decisions/0084 explains it.

-- Marks a payment as refunded in full; the payment's status does not change. A mark is permanent.
create table refund_marks (
  payment_id  text not null,
  partner_id  text not null,
  -- the transaction, if the merchant named one: its transfer is in refund_transfers
  chain       text,
  tx_hash     bytea check (octet_length(tx_hash) = 32),
  created_at  timestamptz(3) not null default now(),
  primary key (payment_id, partner_id),
  check (num_nulls(chain, tx_hash) in (0, 2))
);

-- Finds the marks of a time.
create index refund_marks_by_time on refund_marks (partner_id, created_at);

-- The merchant's own transfers that paid a buyer back: each counts for one refund or mark.
create table refund_transfers (
  partner_id  text not null,
  chain       text not null,
  tx_hash     bytea not null check (octet_length(tx_hash) = 32),
  log_index   integer not null,
  payment_id  text not null,
  primary key (partner_id, chain, tx_hash, log_index)
);

-- The sums of a payment's refunds in smallest units. A row exists from the first refund or mark on. Its lock and its
-- checks keep all refunds together within what was paid.
create table refund_totals (
  payment_id  text not null,
  partner_id  text not null,
  paid        numeric(78) not null check (paid > 0),
  -- open and succeeded refunds, or all of it with a mark
  requested   numeric(78) not null check (requested between 0 and paid),
  refunded    numeric(78) not null default 0 check (refunded between 0 and requested),
  -- all refunds that were ever requested
  refunds     integer not null default 0,
  primary key (payment_id, partner_id)
);

-- A payment's money on its way back: what, to whom, and how far it is.
create table refunds (
  id                  text not null,
  partner_id          text not null,
  merchant_id         text not null,
  payment_id          text not null,
  gateway_payment_id  text not null unique,
  -- requires_address: it has no destination yet · requires_action: an account of the merchant has to sign ·
  -- processing: signed
  status              text not null
                      check (status in ('requires_address', 'requires_action', 'processing', 'succeeded', 'failed',
                                        'cancelled')),
  -- CAIP-19
  asset               text not null,
  -- smallest units of the asset
  amount              numeric(78) not null check (amount > 0),
  -- the exception whose money it sends back: it is no part of what was paid; null: it sends back what was paid
  exception_id        text,
  -- what it is worth at the payment's own rate, in the smallest unit of the payment's currency
  currency            text not null,
  fiat                bigint not null,
  -- the buyer's account; null until the merchant has accepted an address
  destination         text check (destination is not null or status in ('requires_address', 'failed', 'cancelled')),
  -- an address that waits for the merchant, and who claims it: the buyer (null), or a person or key of the merchant
  claimed             text,
  claimed_by          text,
  claimed_at          timestamptz(3),
  -- the person who accepted it first, where two people have to
  accepted_by         text,
  -- the merchant rejected the address that the buyer named last
  is_rejected         boolean not null default false,
  reason              text check (char_length(reason) between 1 and 500),
  -- who asked for it, as payments.creator and creator_id
  requester           text not null,
  requester_id        text,
  -- why it failed: expired (not signed in time), not_paid (signed, but not paid in time), declined_user (the
  -- signing account is refused)
  failure             text check (failure in ('expired', 'not_paid', 'declined_user')),
  -- the transaction that paid it
  tx_hash             bytea check (octet_length(tx_hash) = 32),
  created_at          timestamptz(3) not null default now(),
  updated_at          timestamptz(3) not null default now(),
  -- it cannot be signed afterwards
  expires_at          timestamptz(0) not null,
  primary key (id, partner_id),
  check ((failure is null) = (status <> 'failed')),
  check ((claimed is null) = (claimed_at is null)),
  check (accepted_by is null or claimed is not null)
);
-- Finds the refunds of a payment.
create index refunds_of_payment on refunds (payment_id);
-- Finds a partner's newest refunds.
create index refunds_of_partner on refunds (partner_id, created_at desc, id desc);
-- Sums what went back to buyers in a time.
create index refunds_succeeded on refunds (partner_id, updated_at) include (currency, fiat) where status = 'succeeded';
-- Finds the refunds of an account's transactions.
create index refunds_by_transaction on refunds (tx_hash) where tx_hash is not null;

-- Finds the refunds of an exception: at most one is open or has succeeded.
create unique index refunds_of_exception on refunds (exception_id)
  where exception_id is not null and status not in ('failed', 'cancelled');

-- Whether a refund may send back the money of an exception: it is open and has this amount, which a reorg may change,
-- and no other refund does. The caller has locked the row of the payment. Volatile, so it sees what has been committed
-- since its statement began.
create function may_send_back(in_exception text, in_payment text, in_partner text, in_amount numeric)
returns boolean language plpgsql volatile as $$
begin
  return exists (select from exceptions where id = in_exception and payment_id = in_payment
                    and partner_id = in_partner and resolved_at is null and amount = in_amount)
     and not exists (select from refunds where exception_id = in_exception and status not in ('failed', 'cancelled'));
end $$;

-- Takes the first of a transaction's transfers that no other refund or mark has taken; null if none is left. Volatile,
-- so it sees what has been committed since its statement began.
create function take_transfer(in_partner text, in_chain text, in_tx bytea, in_indexes integer[], in_payment text)
returns integer language plpgsql volatile as $$
declare
  place integer;
begin
  foreach place in array in_indexes loop
    insert into refund_transfers (partner_id, chain, tx_hash, log_index, payment_id)
    values (in_partner, in_chain, in_tx, place, in_payment) on conflict do nothing;
    if found then return place; end if;
  end loop;
  return null;
end $$;

-- Whether a payment has neither a refund nor a mark. The caller has locked its row.
create function is_unrefunded(in_payment text, in_partner text) returns boolean language plpgsql volatile as $$
begin
  return not exists (
    select from refund_totals where payment_id = in_payment and partner_id = in_partner and requested > 0);
end $$;

-- A refund as events and payments show it. Amounts are texts, because JSON numbers lose precision.
create function refund_json(r refunds) returns jsonb language sql stable as $$
  select jsonb_build_object(
    'id', r.id, 'merchantId', r.merchant_id, 'paymentId', r.payment_id, 'gatewayPaymentId', r.gateway_payment_id,
    'status', r.status, 'asset', r.asset, 'amount', r.amount::text, 'currency', r.currency, 'fiat', r.fiat::text,
    'destination', r.destination, 'claimed', r.claimed, 'claimedBy', r.claimed_by,
    'claimedAt', extract(epoch from r.claimed_at), 'acceptedBy', r.accepted_by, 'isRejected', r.is_rejected,
    'reason', r.reason, 'requester', r.requester, 'requesterId', r.requester_id, 'exceptionId', r.exception_id,
    'failure', r.failure, 'txHash', '0x' || encode(r.tx_hash, 'hex'),
    'createdAt', extract(epoch from r.created_at), 'updatedAt', extract(epoch from r.updated_at),
    'expiresAt', extract(epoch from r.expires_at))
$$;

-- Writes what happened to a refund into its payment's log, whose row the caller has locked. Deleted payments have none.
create function log_refund(r refunds, entry text) returns void language sql as $$
  insert into payment_events (payment_id, partner_id, type, status, data)
  select p.id, p.partner_id, entry, p.status, jsonb_build_object('refund', refund_json(r))
    from payments p where p.id = r.payment_id and p.partner_id = r.partner_id
$$;

-- Ends the exception whose money a refund has sent back. The row of the payment is locked already.
create function end_exception(r refunds) returns void language sql as $$
  with exception as (
    update exceptions set resolved_at = now(), resolution = 'refund', refund_id = r.id,
                          resolver = r.requester, resolver_id = r.requester_id
     where id = r.exception_id and partner_id = r.partner_id and resolved_at is null
    returning *
  )
  insert into payment_events (payment_id, partner_id, type, status, data)
  select p.id, p.partner_id, 'resolved', p.status, jsonb_build_object(
           'kind', x.kind, 'txHash', '0x' || encode(x.tx_hash, 'hex'), 'exceptionId', x.id, 'resolution', x.resolution)
    from exception x join payments p on p.id = x.payment_id and p.partner_id = x.partner_id
$$;

-- Counts a refund that has ended, and marks its payment as refunded once everything that was paid went back. The row of
-- the payment is locked already.
create function end_refund() returns trigger language plpgsql as $$
declare
  r refunds := new;
  is_whole boolean;
begin
  if r.exception_id is not null then
    perform log_refund(r, 'refund_' || r.status);
    if r.status = 'succeeded' then
      perform end_exception(r);
    end if;
    return null;
  end if;
  update refund_totals
     set requested = requested - case when r.status = 'succeeded' then 0 else r.amount end,
         refunded = refunded + case when r.status = 'succeeded' then r.amount else 0 end
   where payment_id = r.payment_id and partner_id = r.partner_id
  returning refunded = paid into is_whole;
  perform log_refund(r, 'refund_' || r.status);
  if r.status = 'succeeded' and is_whole then
    insert into refund_marks (payment_id, partner_id) values (r.payment_id, r.partner_id) on conflict do nothing;
    insert into payment_events (payment_id, partner_id, type, status)
    select id, partner_id, 'refunded', status from payments where id = r.payment_id and partner_id = r.partner_id;
  end if;
  return null;
end $$;
create trigger refunds_end after update of status on refunds
  for each row when (old.status in ('requires_address', 'requires_action', 'processing')
                     and new.status in ('succeeded', 'failed', 'cancelled')) execute function end_refund();

-- Moves a refund with its gateway payment, in the same transaction. A refund that has ended stays as it is. Every
-- statement locks the gateway payment first, then the refunded payment, then the refund.
create function follow_gateway_payment() returns trigger language plpgsql as $$
begin
  perform from refunds f join payments p on p.id = f.payment_id and p.partner_id = f.partner_id
    where f.gateway_payment_id = new.id for no key update of p;
  update refunds
     set status = case new.status when 'expired' then 'failed' else new.status end,
         failure = case new.status when 'expired' then 'expired' when 'failed' then coalesce(new.failure_code, 'not_paid') end,
         tx_hash = case new.status when 'succeeded' then (
           select decode(substr(e.data ->> 'txHash', 3), 'hex') from payment_events e
            where e.payment_id = new.id and e.type = 'gateway_paid') end,
         updated_at = greatest(now(), created_at)
   where gateway_payment_id = new.id and status in ('requires_address', 'requires_action', 'processing');
  return null;
end $$;
create trigger payments_refunds after update of status on payments
  for each row when (new.creator = 'refund' and new.status <> old.status) execute function follow_gateway_payment();
