# shellcheck shell=bash
# Sourced behind common.sh by the scripts that need a server of PostgreSQL: it lies in a temporary folder, listens on
# a socket only, and is stopped and removed when the script ends.

# Installs PostgreSQL and libpq where they are missing, and sets `postgres_programs` to the folder of its programs.
need_postgres() {
  if [ "$(uname -s)" = Darwin ]; then
    need_package libpq
    need_package postgresql postgresql
    postgres_programs=$(brew --prefix postgresql)/bin
    return
  fi
  # Without this, the package creates and starts a server of its own.
  if ! dpkg -s postgresql >/dev/null 2>&1; then
    need_package postgresql-common
    printf 'create_main_cluster = false\n' | as_root tee /etc/postgresql-common/createcluster.conf >/dev/null
  fi
  need_package postgresql
  need_package libpq-dev
  postgres_programs=$(find /usr/lib/postgresql -name initdb -print -quit)
  postgres_programs=${postgres_programs%/initdb}
}

# Runs a command as the user of the server, which is never root.
as_postgres() {
  if [ "$(id -u)" -eq 0 ]; then (cd / && setpriv --reuid postgres --regid postgres --clear-groups "$@"); else "$@"; fi
}

# start_postgres [OPTION…]: starts a server with these further options of the program postgres, and sets
# `postgres_folder`, with its socket, its data and its log, and `postgres_server`, a connection string of libpq.
start_postgres() {
  # Short, because a socket's path has at most 107 bytes, and readable by the server's user.
  postgres_folder=$(mktemp -d /tmp/mlpg.XXXXXX)
  trap stop_postgres EXIT
  trap 'exit 130' INT TERM
  if [ "$(id -u)" -eq 0 ]; then chown postgres "$postgres_folder"; fi
  as_postgres "$postgres_programs/initdb" -D "$postgres_folder/data" -U postgres --auth=trust --encoding=UTF8 \
    --locale=C >/dev/null
  as_postgres "$postgres_programs/pg_ctl" -D "$postgres_folder/data" -w -l "$postgres_folder/log" \
    -o "-k $postgres_folder -c listen_addresses='' -c synchronous_commit=on $*" start >/dev/null
  # shellcheck disable=SC2034 # The scripts that source this file use it.
  postgres_server="host=$postgres_folder user=postgres dbname=postgres"
}

# Stops the server, and those that tests have left in folders of its folder.
stop_postgres() {
  local data
  for data in "$postgres_folder"/data "$postgres_folder"/*/data; do
    as_postgres "$postgres_programs/pg_ctl" -D "$data" -m immediate stop >/dev/null 2>&1 || true
  done
  rm -rf "$postgres_folder"
}
