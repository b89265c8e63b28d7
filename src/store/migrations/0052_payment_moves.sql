-- Payments that ended long ago move to other servers, once an operator has run `turnpike distribute` (store/moved).
-- Until then, payment_moves is empty.
create table payment_moves (
  is_only    boolean primary key default true check (is_only),
  after      interval not null,
  starts_at  timestamptz not null
);

-- The payments that have moved. One that came back is also among the present ones, which count.
create table moved_payment_keys (
  payment_id   text primary key,
  payment_key  bytea not null unique
);

-- The log of payments stays append-only for everybody but the worker that moves its oldest part.
create or replace function refuse_rewriting() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and starts_with(tg_table_name, 'payment_events')
     and current_setting('turnpike.moves', true) = 'on' and exists (select from payment_moves) then
    return null;
  end if;
  raise exception '% is append-only', tg_table_name;
end $$;
