-- A code that the bank has refused isn't typed again by any channel, in a later login either.
alter table spent_codes add column refused boolean not null default false;

-- Providers whose refresh tokens are good once give another one with each token. It belongs to all mailboxes of a user that
-- open with what the owner was given once: each of them goes on from the newest.
create table mailbox_tokens (
  user_id uuid not null references users (id) on delete cascade,
  -- A fingerprint, under the user's key, of the provider, the client and the refresh token that the owner gave.
  print text not null,
  -- The newest refresh token, sealed under the user's key; null: the one that the owner gave still is.
  newest bytea,
  -- Who asks the provider just now: two who did so at once would both have the same token.
  holder uuid,
  held_until timestamptz not null default '-infinity',
  primary key (user_id, print)
);

-- Null: it opens with a password, or was saved by an earlier version and not opened since.
alter table code_mailboxes add column token_print text;
create index code_mailboxes_by_token on code_mailboxes (token_print) where token_print is not null;

create function drop_unused_mailbox_token() returns trigger language plpgsql as $$
begin
  delete from mailbox_tokens t using accounts a
  where a.id = old.account_id and t.user_id = a.user_id and t.print = old.token_print
    and not exists (select from code_mailboxes m where m.token_print = t.print);
  return null;
end
$$;

create trigger drop_unused_mailbox_token after delete or update of token_print on code_mailboxes
  for each row when (old.token_print is not null) execute function drop_unused_mailbox_token();
