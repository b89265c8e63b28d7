-- Statistics of lists and charts, from sums by time. docs/decisions/0011 explains them.
--
-- Time is a tree of buckets (`span` is a bucket's number): all of time (level 0, number 0), buckets of 64 days (level
-- 1, numbered from 1970 in UTC), and on each further level a quarter of the one above, down to 22.5 minutes (level 7).
-- A scope's bucket is split once it has too many payments to add up one by one: from then on its inner buckets have
-- totals. A time range is therefore a few totals and, at its two ends, payments of buckets that are not split.

-- Buckets with many payments, whose inner buckets (and level 0 itself) have totals with bitmaps of buyers.
create table split_spans (
  scope  integer not null,
  level  smallint not null,
  span   integer not null,
  primary key (scope, level, span)
);

-- Totals of the inner buckets.
create table payment_totals (
  scope     integer not null,
  level     smallint not null,
  span      integer not null,
  kind      integer not null,
  currency  text not null,
  payments  bigint not null,
  -- smallest units
  amount    numeric not null,
  primary key (scope, level, span, kind, currency)
);

-- The buyers of each bucket as bits by their number, 8 192 per row; the union over buckets and status assets (kinds)
-- counts distinct buyers. Only final kinds with a buyer (succeeded, failed) are included, so a bit is never cleared.
-- Kind 0 combines all of them.
create table buyer_sets (
  scope  integer not null,
  level  smallint not null,
  span   integer not null,
  kind   integer not null,
  -- buyer's number divided by 8 192
  chunk  integer not null,
  bits   bit(8192) not null,
  primary key (scope, level, span, kind, chunk)
);

-- Bitmaps of ended buckets, in the order in which lists read them. While payments of a bucket arrive, its bitmaps are
-- written among the bitmaps of other buckets and kinds: a list that reads a thousand of them reads nearly as many
-- pages. The projection's worker moves bitmaps here (store/lists/packed-bitmaps.ts), where no deleted row leaves a gap
-- for later ones. A query of buyer_sets reads both tables. Late payments are added to buyer_sets, so a bitmap may be in
-- both.
create table packed_buyer_sets (
  primary key (scope, level, span, kind, chunk)
) inherits (buyer_sets);

-- Buckets with fewer payments, whose inner buckets have sparse totals: the ends of time ranges, and small merchants.
create table fine_spans (
  scope  integer not null,
  level  smallint not null,
  span   integer not null,
  primary key (scope, level, span)
);

-- Sparse totals. They have a list of buyers, because bitmaps of so few buyers would be larger than the payments. Lists
-- are counted outside of PostgreSQL, which would have to sort the buyers.
create table fine_totals (
  scope     integer not null,
  level     smallint not null,
  span      integer not null,
  kind      integer not null,
  currency  text not null,
  payments  bigint not null,
  amount    numeric not null,
  -- the buyer's number for each succeeded or failed payment: four bytes, as int4send writes them
  buyers    bytea not null,
  primary key (scope, level, span, kind, currency)
  -- room for the next version of a row on its page; lists are read together with their rows
) with (fillfactor = 70, toast_tuple_target = 8160);

-- Created and paid volume per quarter of an hour, for charts. In every time zone, hours, days and months begin on a UTC
-- quarter of an hour, so a chart's bar is a sum of a few rows. The buckets above fit no time zone, and have totals only
-- where there are many payments.
create table payment_volume (
  -- a merchant, or all of a partner's (listing_scopes)
  scope      integer not null,
  -- when the payment was created: Unix seconds divided by 900
  quarter    integer not null,
  currency   text not null,
  created    bigint not null,
  -- number of created payments that succeeded
  succeeded  bigint not null,
  -- amount of the succeeded payments, in smallest units
  revenue    numeric not null,
  primary key (scope, quarter, currency)
);
