-- Where each operation belongs, for ever: a gateway's notification names only the operation, or what
-- the gateway itself calls what it did.
create table operation (
  operation_id      text    primary key,
  payment_id        text    not null,
  scope             text    not null,
  gateway           text    not null,
  gateway_reference text,
  -- The newest of the gateway's own numbered notifications about it that was taken in.
  notified_version  integer not null default 0
);
create index operation_gateway_reference on operation (gateway, gateway_reference)
  where gateway_reference is not null;

-- The operations of before. Their intents name them; the events that carry no gateway follow one
-- that does.
insert into operation (operation_id, payment_id, scope, gateway)
  select payload ->> 'operationId', payload ->> 'paymentId', scope, payload ->> 'gateway'
  from (select scope, convert_from(payload, 'UTF8')::jsonb as payload, payload_type
        from event) past
  where payload_type ~ '\$(PaymentCreated|AttemptStarted|CaptureRequested|VoidRequested|RefundRequested)$';
update operation o set gateway_reference = past.reference
  from (select convert_from(payload, 'UTF8')::jsonb ->> 'operationId' as operation_id,
          convert_from(payload, 'UTF8')::jsonb ->> 'gatewayReference' as reference
        from event
        where payload_type ~ '\$(PaymentAuthorized|PaymentCharged|PaymentCaptured|PaymentVoided|PaymentRefunded)$') past
  where o.operation_id = past.operation_id;

create index open_operation_oldest on open_operation (requested_at, operation_id);
create index open_operation_gateway on open_operation (gateway, lease_until);
drop index open_operation_lease;

-- Authorizations, until nothing of them is reserved any more. check_at says when the gateway is
-- asked whether they still hold.
create table open_authorization (
  operation_id text        primary key,
  payment_id   text        not null,
  gateway      text        not null,
  checks       integer     not null default 0,
  check_at     timestamptz not null
);
create index open_authorization_check on open_authorization (gateway, check_at);
insert into open_authorization (operation_id, payment_id, gateway, check_at)
  select o.operation_id, o.payment_id, o.gateway, past.time_stamp + interval '7 days'
  from (select convert_from(payload, 'UTF8')::jsonb ->> 'operationId' as operation_id, time_stamp
        from event where payload_type like '%$PaymentAuthorized') past
  join operation o on o.operation_id = past.operation_id
  on conflict (operation_id) do nothing;

-- What gateways told of their own accord. Its primary key decides which of several copies is taken
-- in; a row is stored before the gateway is told that it was.
create table gateway_notification (
  gateway           text        not null,
  event_id          text        not null,
  kind              text        not null,
  operation_id      text,
  gateway_reference text,
  dispute           text,
  amount_minor      bigint,
  currency          text,
  version           integer,
  occurred_at       timestamptz not null,
  received_at       timestamptz not null default clock_timestamp(),
  status            text        not null check
    (status in ('STORED', 'PARKED', 'APPLIED', 'IGNORED', 'ABANDONED')),
  note              text,
  tries             integer     not null default 0,
  -- When it is taken up next; null once it is decided.
  next_try_at       timestamptz,
  decided_at        timestamptz,
  primary key (gateway, event_id),
  check ((status in ('STORED', 'PARKED')) = (next_try_at is not null))
);
create index gateway_notification_due on gateway_notification (next_try_at)
  where next_try_at is not null;
create index gateway_notification_open on gateway_notification (status, received_at, event_id)
  where status in ('PARKED', 'ABANDONED');
