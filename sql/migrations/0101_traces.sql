-- Where a trace goes on (W3C traceparent), while spans are exported: a scrape's in the pass that matches what it brought, and
-- in the delivery of what follows.
alter table scrapes add column trace text;
alter table outbox add column trace text;
