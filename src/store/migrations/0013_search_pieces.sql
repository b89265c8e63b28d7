-- Which pieces of a text are asked for: those that together make it up, from its end, where references differ most. All its
-- pieces say little more, and each that many references have costs the index a look for every one that few have. A text that
-- is shorter than any piece has none.
create or replace function search_pieces(partner_id text, search text) returns bigint[]
  language sql immutable parallel safe
  return coalesce((
    select array_agg(distinct hashtextextended(substr(search, greatest(start, 1), length), hashtextextended(partner_id, 0)))
      from (values (case when char_length(search) < 5 then 3 else 5 end)) as piece(length),
           generate_series(char_length(search) - length + 1, 2 - length, -length) as start
     where char_length(search) >= length), '{}');
