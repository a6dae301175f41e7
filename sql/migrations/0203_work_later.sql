-- What a file brought is looked at once more when its payments have been known for a while: no further read of the account
-- need come, and what pays several orders, or less than one, is only decided then.

alter table account_work add column not_before timestamptz;
