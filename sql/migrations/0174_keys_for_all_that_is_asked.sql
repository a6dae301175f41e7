-- A key may be told of, and answer, what isn't a code, if its owner says so. Those made before are for codes, as they were given out.
alter table api_keys add column types text not null default 'contract' check (types in ('contract', 'all'));
