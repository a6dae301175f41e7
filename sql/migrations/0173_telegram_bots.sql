-- Who reads what is written to a bot of Telegram's: Telegram lets one reader in at a time, whoever has channels with the bot.
create table telegram_bots (
  -- SHA-256 of the server and the token, which has 35 random characters.
  bot text primary key,
  holder uuid not null,
  held_until timestamptz not null,
  -- All updates before it were seen; null: none yet.
  next_update bigint,
  noted_at timestamptz
);
