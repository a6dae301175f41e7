-- Which of a login's accounts to read, as its owner named it (an IBAN, its last digits): sealed like the user name beside it.
alter table account_settings add column bank_account bytea;
