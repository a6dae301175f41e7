-- What an owner is asked for a code with, in the service's own words. Requests of before have none.
alter table assistance_requests add column prompt text;
