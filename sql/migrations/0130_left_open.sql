-- The session that this state holds was left open at the bank for another account of the login: until when one of them may take
-- it over, before it is logged out. Null: it was not left.
alter table browser_states add column leave_at timestamptz;
