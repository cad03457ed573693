-- The arbiter: one narrow row per (scope, key), not partitioned, so that its primary key decides
-- between two claims whatever the day. It says in which bucket (UTC day) the record lies.
create table idempotency_key (
  hash   uuid primary key,
  bucket date not null
);

-- The records, in one partition per UTC day. They leave by dropping partitions.
create table idempotency_record (
  hash           uuid        not null,
  bucket         date        not null,
  scope          text        not null check (length(scope) between 1 and 64),
  key            text        not null check (length(key) between 1 and 255),
  status         text        not null check (status in ('PROCESSING', 'SUCCEEDED', 'FAILED')),
  attempts       integer     not null check (attempts >= 1),
  token          text        not null, -- which try of the request owns the claim
  method         text        not null,
  path           text        not null,
  fingerprint    text        not null,
  pointer_hashes text        not null, -- a short hash per JSON pointer, to name differences
  payment_id     text,
  operation_id   text,
  reply_status   integer,
  reply_version  bigint,
  reply          bytea,
  problem        text,
  problem_detail text,
  created_at     timestamptz not null,
  completed_at   timestamptz,
  primary key (hash, bucket),
  check ((status = 'PROCESSING') = (completed_at is null)),
  check ((status = 'SUCCEEDED') = (reply is not null)),
  check ((status = 'SUCCEEDED') = (reply_status is not null)),
  check ((status = 'FAILED') = (problem is not null))
) partition by range (bucket);

-- What was answered without executing: replays, refusals, 409 and 422. Outlives the records.
create table idempotency_log (
  id         bigint      generated always as identity primary key,
  at         timestamptz not null,
  scope      text        not null,
  key        text        not null,
  answer     text        not null,
  payment_id text,
  actor      text        not null,
  request_id text        not null
);
create index idempotency_log_key on idempotency_log (scope, key);
create trigger idempotency_log_append_only before update or delete on idempotency_log
  for each row execute function refuse_change();
