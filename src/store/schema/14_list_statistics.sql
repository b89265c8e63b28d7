-- Statistics of lists and charts, from sums by time. docs/decisions/0011 explains them.
--
-- Time is a tree of spans: all of time (level 0, span 0), spans of 64 days (level 1, numbered from 1970 in UTC), and
-- each level a quarter of the one above, down to 22.5 minutes (level 7). A scope's span is divided once it has too many
-- payments to add up one by one: from then on its inner spans have totals. A time range is therefore a few totals and,
-- at its two ends, payments of spans that are not divided.

-- Spans with many payments, whose inner spans (and level 0 itself) have totals with sets of buyers.
create table split_spans (
  scope  integer not null,
  level  smallint not null,
  span   integer not null,
  primary key (scope, level, span)
);

-- Their totals.
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

-- The buyers of each span as bits by their number, 8 192 per row; the union over spans and kinds counts distinct
-- buyers. Only final kinds with a buyer (succeeded, failed) are included, so a bit is never cleared. Kind 0 combines
-- all of them.
create table buyer_sets (
  scope  integer not null,
  level  smallint not null,
  span   integer not null,
  kind   integer not null,
  -- which 8 192 numbers
  chunk  integer not null,
  bits   bit(8192) not null,
  primary key (scope, level, span, kind, chunk)
);

-- Buyer sets of spans that have ended, in the order in which lists read them. While payments of a span arrive, its sets
-- are written in the order of its buyers, among those of other spans and kinds: a list that reads a thousand of them
-- reads nearly as many pages. The worker that folds moves them here (store/listing/packed-sets.ts), where nothing
-- leaves a gap that later ones would fill. A query of buyer_sets reads both. Folds add what comes late to buyer_sets,
-- so a set may be in both.
create table packed_buyer_sets (
  primary key (scope, level, span, kind, chunk)
) inherits (buyer_sets);

-- Spans with fewer payments, whose inner spans have fine totals: the ends of time ranges, and small merchants.
create table fine_spans (
  scope  integer not null,
  level  smallint not null,
  span   integer not null,
  primary key (scope, level, span)
);

-- Totals of such spans. A set of buyers is a list here, because bitmaps of so few buyers would be larger than the
-- payments. The list is read to count its buyers outside of PostgreSQL, which would have to sort them.
create table fine_totals (
  scope     integer not null,
  level     smallint not null,
  span      integer not null,
  kind      integer not null,
  currency  text not null,
  payments  bigint not null,
  amount    numeric not null,
  -- of the succeeded and failed payments, the number of each one's buyer: four bytes, as int4send writes them
  buyers    bytea not null,
  primary key (scope, level, span, kind, currency)
  -- room for the next version of a row on its page; lists are read together with their rows
) with (fillfactor = 70, toast_tuple_target = 8160);

-- Created and paid volume per quarter of an hour, for charts. In every time zone, hours, days and months begin on a UTC
-- quarter of an hour, so a chart's bar is a sum of a few rows. The spans above fit no time zone, and have totals only
-- where there are many payments.
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
