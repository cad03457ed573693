-- What recovery has learned about an operation so far. lease_until says when it is asked about next.
alter table open_operation add column inquiries integer not null default 0;
alter table open_operation add column last_evidence text;
alter table open_operation add column last_inquiry_at timestamptz;
