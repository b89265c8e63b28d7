-- References of new payments wait in the pending list of their index until it is full. The fold that filled it then
-- moved thousands of pieces into the index, a quarter of a second among ten million payments, and a list waited for it.
-- The worker now empties the list after each fold (store/listing/lists.ts), so it may be longer: one fold fits.
alter index references_by_piece set (gin_pending_list_limit = 2048);

-- For roles that do not own the index.
create function index_references() returns bigint language sql security definer set search_path from current as $$
  select gin_clean_pending_list('references_by_piece')
$$;
