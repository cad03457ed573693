-- Payments as clients read them. Follows in the transaction of the event.
create table payment_view (
  payment_id text        primary key,
  scope      text        not null,
  reference  text        not null,
  state      text        not null,
  gateway    text        not null,
  version    bigint      not null,
  position   bigint      not null,
  created_at timestamptz not null,
  document   bytea       not null -- the answer's body, as it is sent
);
create index payment_view_newest on payment_view (scope, created_at desc, payment_id desc);
create index payment_view_newest_of_all on payment_view (created_at desc, payment_id desc);
create index payment_view_reference on payment_view (scope, reference);
