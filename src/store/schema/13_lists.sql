-- Lists of payments: a narrow row per payment with an index per order, and references to search. Creating or changing a
-- payment writes only a row of unlisted_events; store/lists/project.ts updates the other tables before each read of a
-- list. docs/decisions/0011 explains why.

-- The outbox: a row per event, written in the payment's own transaction and deleted when the event is projected.
create table unlisted_events (
  event_id    bigint primary key,
  payment_id  text not null
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000);

-- A single trigger does all work for inserts into the log, because each trigger slows the creation of payments.
create function list_payment_events() returns trigger language plpgsql as $$
begin
  insert into unlisted_events (event_id, payment_id)
  select id, payment_id from new_events where type not like 'gateway\_%';
  -- like notify_events
  perform pg_notify('turnpike_events', '')
    where exists (select from new_events n join webhook_endpoints e on e.partner_id = n.partner_id and e.is_enabled);
  return null;
end $$;
create trigger payment_events_inserted after insert on payment_events
  referencing new table as new_events for each statement execute function list_payment_events();

-- The number of changes projected so far, of all partners. A projection locks the row.
create table listing_progress (
  is_only  boolean primary key default true check (is_only),
  changes  bigint not null default 0
);
insert into listing_progress default values;

-- The latest projected changes, for readers of changes. The projection numbers them without gaps.
create table listing_changes (
  -- changes projected so far, of all partners, including these
  upto         bigint not null,
  partner_id   text not null,
  -- each payment once, in the order of the events
  payment_ids  text[] not null,
  primary key (upto, partner_id)
);

-- A partner's status assets: few, so that a filter becomes a list of their numbers. Each has one currency.
create table payment_kinds (
  no          integer generated always as identity primary key,
  partner_id  text not null,
  status      text not null,
  -- CAIP-19; empty before a confirm
  asset       text not null,
  currency    text not null,
  unique (partner_id, status, asset, currency)
);

-- Scopes of totals: a merchant, or all merchants of a partner (merchant_id empty).
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
-- Finds a partner's next number.
create index buyers_newest on buyers (partner_id, no desc);
-- Finds the buyers whose addresses begin with a text, for the console's search.
create index buyers_by_address on buyers (partner_id, (lower(split_part(account, ':', 3)) collate "C"));

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

-- The facts by which lists filter, sort and count a payment.
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
-- One index per order, with the columns to add up, so that the rows themselves are not read.
create index listed_by_date on listed_payments (kind, created_at, payment_id) include (currency, amount, buyer);
create index listed_by_merchant_and_date on listed_payments (merchant, kind, created_at, payment_id)
  include (currency, amount, buyer);
create index listed_by_amount on listed_payments (kind, standard, created_at, payment_id);
create index listed_by_merchant_and_amount on listed_payments (merchant, kind, standard, created_at, payment_id);
-- Finds a buyer's payments, for the console's search. A status asset (kind) belongs to one partner, and so do its
-- buyers.
create index listed_by_buyer on listed_payments (kind, buyer, created_at, payment_id) include (merchant)
  where buyer is not null;

-- Searchable references. A separate table, because they never change and such an index is expensive to update.
create table listed_references (
  payment_id  text collate "C" not null,
  partner_id  text collate "C" not null,
  -- stored in lower case (ASCII)
  reference   text collate "C" not null,
  primary key (payment_id, partner_id)
);

-- All n-grams of 3 and of 5 characters, as numbers salted by partner: a reference that contains a text has all n-grams
-- of the text. 3-grams allow searches for three characters; 5-grams are rare even in numeric references. The declared
-- cost is realistic, so that the planner does not call the function for each row.
create function reference_pieces(partner_id text, reference text) returns bigint[]
  language sql immutable parallel safe cost 10000
  return coalesce((
    select array_agg(distinct hashtextextended(substr(reference, start, length), hashtextextended(partner_id, 0)))
      from (values (3), (5)) as piece(length),
           generate_series(1, char_length(reference) - length + 1) as start), '{}');

-- The n-grams that cover a search text from its end, where references differ most. Ten characters with at least nine
-- digits are rare enough. The text before them is often a word of all references, and looking it up for each match of a
-- rare n-gram took most of a search. A text shorter than any n-gram has none.
create function search_pieces(partner_id text, search text) returns bigint[]
  language sql immutable parallel safe
  return coalesce((
    select array_agg(distinct
             hashtextextended(substr(search, greatest(start, 1), length), hashtextextended(partner_id, 0)))
      from (values (case when char_length(search) < 5 then 3 else 5 end)) as piece(length),
           generate_series(
             char_length(search) - length + 1,
             case when char_length(translate(right(search, 10), '0123456789', '')) <= 1
                  then greatest(char_length(search) - 9, 2 - length) else 2 - length end,
             -length) as start
     where char_length(search) >= length), '{}');

-- Finds references that contain a text. New references wait in the index's pending list, which searches scan one by
-- one. The worker empties the list after each projection (store/lists/lists.ts), so it holds one projection, in
-- kilobytes.
create index references_by_piece on listed_references using gin (reference_pieces(partner_id, reference))
  with (gin_pending_list_limit = 2048);

-- Empties the pending list, even for roles that do not own the index.
create function index_references() returns bigint language sql security definer set search_path from current as $$
  select gin_clean_pending_list('references_by_piece')
$$;
