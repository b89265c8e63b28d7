-- A second person approves changes of destinations, if the partner wants that.
alter table partners add column needs_second_person boolean not null default false;

create table change_requests (
  id           text not null,
  partner_id   text not null references partners,
  -- null: about the partner
  merchant_id  text,
  -- see RequestedChange in merchant/change-request.ts
  change       jsonb not null,
  asked_by     text not null,
  asked_at     timestamptz(3) not null default now(),
  expires_at   timestamptz(3) not null,
  -- an expired one stays 'open'; 'outdated': what it changes had changed meanwhile
  status       text not null default 'open' check (status in ('open', 'approved', 'rejected', 'withdrawn', 'outdated')),
  decided_by   text,
  decided_at   timestamptz(3),
  primary key (id, partner_id),
  foreign key (merchant_id, partner_id) references merchants,
  foreign key (asked_by, partner_id) references users,
  foreign key (decided_by, partner_id) references users,
  check (status <> 'approved' or decided_by <> asked_by),
  check ((status = 'open') = (decided_at is null) and (decided_at is null) = (decided_by is null))
);
create index change_requests_open on change_requests (partner_id, asked_at) where status = 'open';

-- Adds to the lists of actions and subjects, whatever earlier migrations put into them.
do $$
declare
  constraint_name text;
  former text;
  added text;
begin
  for constraint_name, added in values
    ('audit_log_action_check', $new$action in (
      'second_person_changed', 'change_asked', 'change_approved', 'change_rejected', 'change_withdrawn')$new$),
    ('audit_log_subject_type_check', $new$subject_type = 'change_request'$new$)
  loop
    select pg_get_expr(conbin, conrelid) into strict former
      from pg_constraint where conrelid = 'audit_log'::regclass and conname = constraint_name;
    execute format('alter table audit_log drop constraint %I', constraint_name);
    execute format('alter table audit_log add constraint %I check (%s or %s)', constraint_name, former, added);
  end loop;
end $$;
