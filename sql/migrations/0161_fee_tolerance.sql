-- How much of a payment the bank may keep: as text, for it is of whatever currency the order is.
alter table account_settings
  add column fee_tolerance text check (fee_tolerance ~ '^[0-9]{1,4}([.][0-9]{1,3})?$');
