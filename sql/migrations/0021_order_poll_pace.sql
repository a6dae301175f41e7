-- How a pending-orders endpoint is asked: its pace while it fails, and what it need not tell again.
alter table order_polls drop column empty_once;
-- The settings that the failures, the pace and the validators belong to; under others they don't count.
alter table order_polls add column settings_stamp text;
-- The validators of the last answer that was read, when that was, and the external ids of the open orders that it was
-- applied to: only for these does "not modified" say anything.
alter table order_polls add column etag text;
alter table order_polls add column last_modified text;
alter table order_polls add column read_at timestamptz;
alter table order_polls add column applied_to text[];
-- What was told of items that can't be read: once, not at every poll.
alter table order_polls add column told_faults text[] not null default '{}';
