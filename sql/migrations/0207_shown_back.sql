-- How far back the bank's page has ever shown anything: what a short list of its last days lacks beyond that isn't gone.

alter table accounts add column shown_back int;
