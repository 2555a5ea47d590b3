# shellcheck shell=bash
# shellcheck disable=SC2154 # The environment of the shell, and the script, have `many_folder`.
# The servers of `Scripts/demo --many`, which share one database. Sourced by that script, and by the shell below its
# two clients; `many_folder` has their files, among them the program, and `NOTES_DATABASE` names the database.

# True while something listens at a port of this machine.
listens() { (exec 3<>"/dev/tcp/127.0.0.1/$1") 2>/dev/null; }

# The port of a server; 0 before its first start.
port_of() { cat "$many_folder/port-$1" 2>/dev/null || printf '0\n'; }

# up NUMBER: starts a server, at the port that it had before.
up() {
  local port line=''
  port=$(port_of "$1")
  if [ "$port" != 0 ] && listens "$port"; then return 0; fi
  rm -f "$many_folder/listening"
  mkfifo "$many_folder/listening"
  # In a shell of its own, which does not report its end.
  (
    "$many_folder/notes-server" --port "$port" >"$many_folder/listening" 2>>"$many_folder/log-$1" &
    printf '%d\n' $! >"$many_folder/process-$1"
  )
  read -r line <"$many_folder/listening" || true
  if [ -z "$line" ]; then
    printf 'Server %s has ended: %s\n' "$1" "$(tail -n 1 "$many_folder/log-$1")" >&2
    return 1
  fi
  printf '%s\n' "${line##*:}" >"$many_folder/port-$1"
}

# down NUMBER [SIGNAL]: kills a server, and waits until its port is free.
down() {
  [ -f "$many_folder/process-$1" ] || return 0
  kill "-${2:-KILL}" "$(cat "$many_folder/process-$1")" 2>/dev/null || true
  rm -f "$many_folder/process-$1"
  while listens "$(port_of "$1")"; do sleep 0.1; done
}

# Shows which servers are up.
servers() {
  local number state
  for number in 1 2 3; do
    if listens "$(port_of "$number")"; then state=up; else state=down; fi
    printf 'server %s  http://127.0.0.1:%s  %s\n' "$number" "$(port_of "$number")" "$state"
  done
}

# The addresses, for a client.
addresses() { printf 'http://127.0.0.1:%s,http://127.0.0.1:%s,http://127.0.0.1:%s\n' "$(port_of 1)" "$(port_of 2)" "$(port_of 3)"; }

# What the shell below the clients says.
many_help() {
  printf '%s\n' \
    'Three servers share one database. Ada, left, and Bruno, right, are at server 1 as long as it lives.' \
    '  down 1   kills server 1 with -9; both go on with server 2       up 1   starts it again' \
    '  servers  shows which are up                                     exit   ends all of it' \
    'Choose a pane with the mouse, or with ctrl-B and an arrow. In a client, n writes a note and ? shows the keys.'
}
