-- The event store: the only truth. Everything else can be made anew from it.
create table event (
  global_index         bigint      generated always as identity (cache 1) primary key,
  scope                text        not null check (length(scope) between 1 and 64),
  aggregate_identifier text        not null check (length(aggregate_identifier) between 1 and 64),
  sequence_number      bigint      not null check (sequence_number >= 0),
  type                 text        not null,
  event_identifier     text        not null,
  time_stamp           timestamptz not null,
  payload_type         text        not null,
  payload_revision     text,
  payload              bytea       not null,
  meta_data            bytea       not null,
  -- Arbitrates every race on a payment, between threads and between nodes, and the business number
  -- too, because a payment's id is derived from it.
  constraint event_aggregate_sequence unique (aggregate_identifier, sequence_number),
  constraint event_event_identifier unique (event_identifier)
);

-- History is not rewritten: a mistake is corrected by another event.
create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only', tg_table_name using errcode = 'restrict_violation';
end $$;
create trigger event_append_only before update or delete on event
  for each row execute function refuse_change();
create trigger event_no_truncate before truncate on event
  for each statement execute function refuse_change();

-- How far each streaming processor has read; Axon's own table.
create table token_entry (
  processor_name text    not null,
  segment        integer not null,
  mask           integer,
  token          bytea,
  token_type     text,
  timestamp      text,
  owner          text,
  primary key (processor_name, segment)
);
