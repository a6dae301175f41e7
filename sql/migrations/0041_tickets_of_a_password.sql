-- A ticket is of the password that its user had then. Tickets live for seconds: those of before end with the upgrade.
delete from realtime_tickets;
alter table realtime_tickets add column session_version int not null;
