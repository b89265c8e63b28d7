-- The data of payment lists and their statistics: a narrow row per payment with an index per order, and totals by time.
-- Creating or changing a payment writes none of it; store/listing/fold.ts updates it from payment_events before every
-- list is read. docs/decisions/0011 explains why.

-- The fee of the quote in parts per million: small amounts round the fee down, so it cannot be derived from the fee.
alter table confirmations add column fee_ppm bigint;
update confirmations set fee_ppm = ceil(fee * 1000000 / amount);
alter table confirmations alter column fee_ppm set not null;

-- A database's owner may create both; migration 0003 searches merchants with them.
create extension if not exists pg_trgm;
create extension if not exists btree_gin;

-- Amounts in standard units, for comparison across currencies, by ISO 4217's decimals as in money/fiat.ts.
create function standard_units(amount bigint, currency text) returns numeric
  language sql immutable parallel safe
  return amount * case
    when currency in ('BIF', 'CLP', 'DJF', 'GNF', 'ISK', 'JPY', 'KMF', 'KRW', 'PYG', 'RWF', 'UGX', 'UYI', 'VND', 'VUV',
                      'XAF', 'XOF', 'XPF') then 1::numeric
    when currency in ('BHD', 'IQD', 'JOD', 'KWD', 'LYD', 'OMR', 'TND') then 0.001
    when currency in ('CLF', 'UYW') then 0.0001
    else 0.01
  end;

-- The listing's progress: the newest folded event, and older numbers that were missing then. Their transactions had not
-- ended, or never produce an event (rolled back, or the number was used for another table).
create table listing_progress (
  is_only     boolean primary key default true check (is_only),
  last_event  bigint not null
);
insert into listing_progress (last_event) values (0);

create table listing_holes (
  event_id  bigint primary key,
  -- a transaction that began after the hole was seen: once all up to it have ended, the hole stays empty
  bound     xid8
);

-- A partner's kinds of payments: few, so that a filter becomes a list of their numbers.
create table payment_kinds (
  no          integer generated always as identity primary key,
  partner_id  text not null,
  status      text not null,
  -- CAIP-19; empty before a confirm
  asset       text not null,
  unique (partner_id, status, asset)
);

-- The scopes of totals: a merchant, or all merchants of a partner (merchant_id empty).
create table listing_scopes (
  no           integer generated always as identity primary key,
  partner_id   text not null,
  merchant_id  text not null,
  payments     bigint not null default 0,
  unique (partner_id, merchant_id)
);

-- A partner's buyers, numbered from 0 without gaps, so that a set of buyers is a bit string.
create table buyers (
  partner_id  text not null,
  -- CAIP-10
  account     text not null,
  no          integer not null,
  primary key (partner_id, account)
);
create index buyers_newest on buyers (partner_id, no desc);

create table listed_payments (
  payment_id  text collate "C" not null,
  partner_id  text collate "C" not null,
  kind        integer not null,
  -- the scope of its merchant
  merchant    integer not null,
  created_at  timestamptz(3) not null,
  currency    text not null,
  amount      bigint not null,
  -- amount in standard units
  standard    numeric not null,
  buyer       integer,
  primary key (payment_id, partner_id)
);
-- one per order, with the columns to add up, so that the rows themselves are not read
create index listed_by_date on listed_payments (kind, created_at, payment_id) include (currency, amount, buyer);
create index listed_by_merchant_and_date on listed_payments (merchant, kind, created_at, payment_id)
  include (currency, amount, buyer);
create index listed_by_amount on listed_payments (kind, standard, created_at, payment_id);
create index listed_by_merchant_and_amount on listed_payments (merchant, kind, standard, created_at, payment_id);

-- Searchable references. A separate table, because they never change and such an index is expensive to update.
create table listed_references (
  payment_id  text collate "C" not null,
  partner_id  text collate "C" not null,
  -- in lower case (ASCII)
  reference   text collate "C" not null,
  primary key (payment_id, partner_id)
);

-- All pieces of 3 and of 5 characters, as numbers salted by partner: a reference that contains a text has the text's
-- pieces. Pieces of 3 allow searches for three characters; those of 5 are rare even in numeric references.
create function pieces_of(partner_id text, reference text, lengths integer[]) returns bigint[]
  language sql immutable parallel safe
  return coalesce((
    select array_agg(distinct hashtextextended(substr(reference, start, length), hashtextextended(partner_id, 0)))
      from unnest(lengths) as length, generate_series(1, char_length(reference) - length + 1) as start), '{}');
-- its true cost, so that the planner does not call it for each row
create function reference_pieces(partner_id text, reference text) returns bigint[]
  language sql immutable parallel safe cost 10000
  return pieces_of(partner_id, reference, array[3, 5]);
-- the pieces to search for: the most selective ones
create function search_pieces(partner_id text, search text) returns bigint[]
  language sql immutable parallel safe
  return pieces_of(partner_id, search, array[case when char_length(search) < 5 then 3 else 5 end]);
-- recent writes are scanned one by one, up to this many kilobytes
create index references_by_piece on listed_references using gin (reference_pieces(partner_id, reference))
  with (gin_pending_list_limit = 512);

-- Time as a tree of spans: all of time (level 0, span 0), spans of 64 days (level 1, numbered from 1970 in UTC), and
-- each level a quarter of the one above, down to 22.5 minutes (level 7). A scope's span is split once it has too many
-- payments to add up one by one: from then on its inner spans (and level 0 itself) have totals. A time range is
-- therefore a few totals and, at its two ends, payments of spans that are not split.
create table split_spans (
  scope  integer not null,
  level  smallint not null,
  span   integer not null,
  primary key (scope, level, span)
);

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
