-- Which bank account an uploaded file says it is of, as a digest: a later file of another one is asked about.

alter table scrapes add column file_account text;
