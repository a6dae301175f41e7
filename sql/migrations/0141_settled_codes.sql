-- A message whose code can't be used just now takes back that it was spent. Where another channel has handed the same code over in
-- that moment, it stays spent: otherwise the bank's refusal would have it typed once more.
alter table spent_codes add column settled boolean not null default false;
