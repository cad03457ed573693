-- When the call that the intent was for came back without an outcome: nobody is at it any more.
alter table open_operation add column returned_at timestamptz;
