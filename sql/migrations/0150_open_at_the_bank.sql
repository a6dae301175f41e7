-- Whether the session that this state holds is, as far as is known, still open at the bank: it was kept right after a login, or
-- when an account gave its browser to others, and nobody has logged out since. With it such a session is found again and logged
-- out when its account is paused, blocked or deleted while nobody holds it: after a crash, over a restart, or asleep.
alter table browser_states add column is_open boolean not null default false;
