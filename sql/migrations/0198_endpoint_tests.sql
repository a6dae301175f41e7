-- What came of the last test by hand of where an account's results go: a page that still said "not used yet" after a test that
-- had failed hid what its reader had to know.
alter table endpoints
  add column tested_at timestamptz,
  add column test_outcome text,
  add constraint endpoints_test_whole check ((tested_at is null) = (test_outcome is null));
