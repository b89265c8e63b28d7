-- The pieces of a text to search for: those that cover it, from its end, where references differ most. Ten characters
-- with at least nine digits are rare enough. What is before them is often a word of all references, and looking it up
-- for each match of a rare piece took most of a search. A text shorter than any piece has none.
create or replace function search_pieces(partner_id text, search text) returns bigint[]
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
