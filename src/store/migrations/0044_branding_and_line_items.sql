-- Shown to the buyer. The line items: [{"name", "quantity", "value"}], values in the payment's currency.
alter table payments add column description text;
alter table payments add column line_items jsonb;

-- {"color": "#1a56db", "name": "..." or null}; a partner's applies to its merchants without one.
alter table merchants add column branding jsonb;
alter table partners add column branding jsonb;

-- Origins whose pages may frame the checkout.
alter table partners add column embed_origins text[] not null default '{}';

-- Keeps the actions that earlier migrations added.
do $$
declare
  allowed text;
begin
  select pg_get_constraintdef(oid) into strict allowed from pg_constraint
   where conrelid = 'audit_log'::regclass and conname = 'audit_log_action_check';
  alter table audit_log drop constraint audit_log_action_check;
  execute 'alter table audit_log add constraint audit_log_action_check '
    || replace(allowed, 'ARRAY[', 'ARRAY[''branding_changed''::text, ''embed_origins_changed''::text, ');
end $$;
