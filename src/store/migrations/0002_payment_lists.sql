-- What payment lists and their statistics read, beside the payments themselves: one narrow row for each payment with an
-- index for each order, and totals by time. None of it is written when a payment is created or moves; store/listing/fold.ts
-- brings it up to date from payment_events, and every list does so before it reads. docs/decisions/0011 says why.

-- The fee policy of the quote in parts per million: for small amounts the fee itself, rounded down, does not tell it.
alter table confirmations add column fee_ppm bigint;
update confirmations set fee_ppm = ceil(fee * 1000000 / amount);
alter table confirmations alter column fee_ppm set not null;

-- Both may be created by the owner of a database; migration 0003 searches merchants with them.
create extension if not exists pg_trgm;
create extension if not exists btree_gin;

-- Standard units of a currency, for comparing amounts as numbers: ISO 4217's decimals, as money/fiat.ts knows them.
create function standard_units(amount bigint, currency text) returns numeric
  language sql immutable parallel safe
  return amount * case
    when currency in ('BIF', 'CLP', 'DJF', 'GNF', 'ISK', 'JPY', 'KMF', 'KRW', 'PYG', 'RWF', 'UGX', 'UYI', 'VND', 'VUV',
                      'XAF', 'XOF', 'XPF') then 1::numeric
    when currency in ('BHD', 'IQD', 'JOD', 'KWD', 'LYD', 'OMR', 'TND') then 0.001
    when currency in ('CLF', 'UYW') then 0.0001
    else 0.01
  end;

-- How far the listing has come: the newest event that was folded, and older ones that were not there then. Those are of
-- transactions that had not ended, or never will have been (rolled back, or the number was used for another table).
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

-- The kinds of payments a partner has: few, so that a filter is a list of their numbers.
create table payment_kinds (
  no          integer generated always as identity primary key,
  partner_id  text not null,
  status      text not null,
  -- CAIP-19; empty before a confirm
  asset       text not null,
  unique (partner_id, status, asset)
);

-- What totals are kept for: a merchant, and (merchant_id empty) all merchants of a partner together.
create table listing_scopes (
  no           integer generated always as identity primary key,
  partner_id   text not null,
  merchant_id  text not null,
  payments     bigint not null default 0,
  unique (partner_id, merchant_id)
);

-- The buyers of a partner by number, from 0 without gaps, so that a set of them is a string of bits.
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
  -- standard_units of it
  standard    numeric not null,
  buyer       integer,
  primary key (payment_id, partner_id)
);
-- an order each, and what adding up needs, so that the rows themselves are not read
create index listed_by_date on listed_payments (kind, created_at, payment_id) include (currency, amount, buyer);
create index listed_by_merchant_and_date on listed_payments (merchant, kind, created_at, payment_id)
  include (currency, amount, buyer);
create index listed_by_amount on listed_payments (kind, standard, created_at, payment_id);
create index listed_by_merchant_and_amount on listed_payments (merchant, kind, standard, created_at, payment_id);

-- References by what is in them. Their own table, because they never change, and such an index is dear to write.
create table listed_references (
  payment_id  text collate "C" not null,
  partner_id  text collate "C" not null,
  -- in lower case (ASCII)
  reference   text collate "C" not null,
  primary key (payment_id, partner_id)
);

-- All pieces of 3 and of 5 characters, as numbers that differ from partner to partner: what holds a text holds its
-- pieces. Pieces of 3 let one search for three characters; those of 5 are rare even in references that are numbers.
create function pieces_of(partner_id text, reference text, lengths integer[]) returns bigint[]
  language sql immutable parallel safe
  return coalesce((
    select array_agg(distinct hashtextextended(substr(reference, start, length), hashtextextended(partner_id, 0)))
      from unnest(lengths) as length, generate_series(1, char_length(reference) - length + 1) as start), '{}');
-- its true cost, so that nobody calls it for each row
create function reference_pieces(partner_id text, reference text) returns bigint[]
  language sql immutable parallel safe cost 10000
  return pieces_of(partner_id, reference, array[3, 5]);
-- of what is searched for: those that say most
create function search_pieces(partner_id text, search text) returns bigint[]
  language sql immutable parallel safe
  return pieces_of(partner_id, search, array[case when char_length(search) < 5 then 3 else 5 end]);
-- what was written last is read one by one, up to so many kilobytes of it
create index references_by_piece on listed_references using gin (reference_pieces(partner_id, reference))
  with (gin_pending_list_limit = 512);

-- Time as a tree of spans: all of time (level 0, span 0), spans of 64 days (level 1, numbered from 1970 in UTC), and each
-- level a quarter of the one above, down to 22.5 minutes (level 7). A span of a scope is split once it has so many
-- payments that adding them up one by one takes long: from then on the spans in it (and level 0 itself) have totals.
-- So a range of time is a few totals and, at its two ends, payments of spans that are not split.
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

-- The buyers of each span as bits by their number, 8 192 to a row: the distinct ones of several spans and kinds are
-- counted in their union. Only kinds that are final and have a buyer (succeeded, failed) are here, so a bit is never
-- taken back. Kind 0 is all of these kinds together.
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
