# shellcheck shell=bash
# shellcheck disable=SC2154 # common.sh sets what is not set here.
# Sourced after common.sh by scripts that need a PostgreSQL of their own: installs one, starts it in a folder, stops it.

# Installs PostgreSQL and libpq where they are missing; leaves the folder of the server's programs in `postgres_programs`.
need_postgres() {
  if [ "$(uname -s)" = Darwin ]; then
    need_package libpq
    need_package postgresql postgresql
    postgres_programs=$(brew --prefix postgresql)/bin
  else
    # Without this, the package creates and starts a server of its own.
    if ! dpkg -s postgresql >/dev/null 2>&1; then
      need_package postgresql-common
      printf 'create_main_cluster = false\n' | as_root tee /etc/postgresql-common/createcluster.conf >/dev/null
    fi
    need_package postgresql
    need_package libpq-dev
    postgres_programs=$(find /usr/lib/postgresql -name initdb -print -quit)
    postgres_programs=${postgres_programs%/initdb}
  fi
}

# Runs one of the server's programs, as the user postgres if this is root, which the server refuses.
as_postgres() {
  if [ "$(id -u)" -eq 0 ]; then
    (cd / && setpriv --reuid postgres --regid postgres --clear-groups "$@")
  else
    "$@"
  fi
}

# start_postgres FOLDER: starts a server whose data and socket are in a folder that exists, with the data that it had
# before. The folder's path is short, because a socket's path has at most 107 bytes. Leaves the connection string in
# `postgres_server`.
start_postgres() {
  postgres_folder=$1
  if [ "$(id -u)" -eq 0 ]; then chown postgres "$postgres_folder"; fi
  if ! [ -d "$postgres_folder/data" ]; then
    as_postgres "$postgres_programs/initdb" -D "$postgres_folder/data" -U postgres --auth=trust --encoding=UTF8 \
      --locale=C >/dev/null
  fi
  as_postgres "$postgres_programs/pg_ctl" -D "$postgres_folder/data" -w -l "$postgres_folder/log" \
    -o "-k $postgres_folder -c listen_addresses='' -c synchronous_commit=on" start >/dev/null
  # shellcheck disable=SC2034 # The scripts that source this file use it.
  postgres_server="host=$postgres_folder user=postgres dbname=postgres"
}

# Stops the server that was started, at once; its folder stays.
stop_postgres() {
  [ -n "${postgres_folder:-}" ] || return 0
  as_postgres "$postgres_programs/pg_ctl" -D "$postgres_folder/data" -m immediate stop >/dev/null 2>&1 || true
  postgres_folder=''
}
