-- Created and paid volume per quarter of an hour, for charts. In every time zone, hours, days and months begin on a UTC
-- quarter of an hour, so a chart's bar is a sum of a few rows. The totals of 0002 have other spans, which fit no time
-- zone, and exist only where there are many payments.
create table payment_volume (
  -- a merchant, or all of a partner's (listing_scopes)
  scope      integer not null,
  -- when the payment was created: Unix seconds divided by 900
  quarter    integer not null,
  currency   text not null,
  created    bigint not null,
  -- of the created ones
  succeeded  bigint not null,
  -- of the succeeded ones, in smallest units
  revenue    numeric not null,
  primary key (scope, quarter, currency)
);

insert into payment_volume (scope, quarter, currency, created, succeeded, revenue)
select s.no, floor(extract(epoch from l.created_at) / 900)::integer, l.currency, count(*),
       count(*) filter (where k.status = 'succeeded'), coalesce(sum(l.amount) filter (where k.status = 'succeeded'), 0)
  from listed_payments l
  join payment_kinds k on k.no = l.kind
  join listing_scopes s on s.partner_id = l.partner_id and (s.merchant_id = '' or s.no = l.merchant)
 group by 1, 2, 3;
