-- The number of the other side's account, where the bank prints one: whole, or masked, or no more than its end.
alter table movements add column counterparty_account text;

-- Its letters and digits from behind: people and banks know an account by its end.
create function account_from_behind(number text) returns text
language sql immutable parallel safe
return reverse(upper(regexp_replace(number, '[^[:alnum:]]+', '', 'g')));

create index movements_by_payers_account on movements
  (account_id, account_from_behind(counterparty_account) text_pattern_ops) where counterparty_account is not null;
