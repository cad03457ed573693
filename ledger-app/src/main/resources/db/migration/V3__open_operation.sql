-- Operations whose outcome is not known: written with the intent, deleted with the outcome, and
-- restorable from the events. Small, so that a scan for what is in doubt stays cheap.
create table open_operation (
  operation_id text        primary key,
  payment_id   text        not null,
  scope        text        not null,
  kind         text        not null,
  gateway      text        not null,
  generation   integer     not null check (generation >= 1),
  send         integer     not null check (send >= 1),
  requested_at timestamptz not null,
  lease_until  timestamptz not null
);
create index open_operation_lease on open_operation (lease_until);
