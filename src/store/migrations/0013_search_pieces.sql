-- The pieces of a text to search for: the fewest that cover it, from its end, where references differ most. Further
-- pieces add little selectivity, and each common one costs the index a lookup per rare match. A text shorter than any
-- piece has none.
create or replace function search_pieces(partner_id text, search text) returns bigint[]
  language sql immutable parallel safe
  return coalesce((
    select array_agg(distinct
             hashtextextended(substr(search, greatest(start, 1), length), hashtextextended(partner_id, 0)))
      from (values (case when char_length(search) < 5 then 3 else 5 end)) as piece(length),
           generate_series(char_length(search) - length + 1, 2 - length, -length) as start
     where char_length(search) >= length), '{}');
