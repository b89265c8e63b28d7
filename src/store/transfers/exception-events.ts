// The events of exceptions, in the log of the payment on which they are reported.

/** The payment on which an exception of `payment` is reported. */
export const reportedOn = (payment: string): string =>
  `coalesce((select f.payment_id from refunds f where f.gateway_payment_id = ${payment}), ${payment})`;

/** The end of a statement that resolved the exceptions in `exception`, on the payments in `payment`. */
export const RESOLVED_EVENT = `
  insert into payment_events (payment_id, partner_id, type, status, data)
  select p.id, p.partner_id, 'resolved', p.status, jsonb_build_object(
           'kind', x.kind, 'txHash', '0x' || encode(x.tx_hash, 'hex'), 'exceptionId', x.id, 'resolution', x.resolution)
    from exception x join payment p on p.id = x.payment_id`;
