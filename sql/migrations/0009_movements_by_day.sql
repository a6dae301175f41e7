-- A scrape's movements are looked up by their days: what it saw again, and whose orders it concerns.
create index movements_by_day on movements (account_id, booked_date);
