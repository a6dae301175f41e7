#!/bin/sh
# As much of the official image's entrypoint as compose and the tests use.
set -eu
if [ "$1" != postgres ]; then exec "$@"; fi
shift
: "${POSTGRES_PASSWORD:?set POSTGRES_PASSWORD}"
if [ ! -s "$PGDATA/PG_VERSION" ]; then
  printf '%s\n' "$POSTGRES_PASSWORD" > /tmp/password
  /usr/lib/postgresql/bin/initdb -D "$PGDATA" -U "${POSTGRES_USER:-postgres}" --pwfile=/tmp/password -A scram-sha-256 -E UTF8 --locale=C > /dev/null
  rm /tmp/password
  echo "host all all all scram-sha-256" >> "$PGDATA/pg_hba.conf"
  if [ "${POSTGRES_DB:-postgres}" != postgres ]; then
    echo "CREATE DATABASE \"$POSTGRES_DB\"" |
      /usr/lib/postgresql/bin/postgres --single -D "$PGDATA" postgres > /dev/null
  fi
fi
exec /usr/lib/postgresql/bin/postgres -D "$PGDATA" -c listen_addresses='*' -c unix_socket_directories=/tmp "$@"
