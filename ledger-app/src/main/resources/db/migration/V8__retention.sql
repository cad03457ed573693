-- For how many days nodes have promised to remember keys, and on which day a node last did. What was
-- promised on a day is kept for the records of that day, also by nodes that promise less.
create table retention_promise (
  retention_days integer primary key check (retention_days between 1 and 3650),
  last_made      date    not null
);

-- How long after its first try a client may still send the same request.
alter table api_key add column retry_hours integer not null default 168
  check (retry_hours between 1 and 87600);
comment on column api_key.retry_hours is 'the longest time after the first try at which it retries';
