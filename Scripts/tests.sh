# shellcheck shell=bash
# shellcheck disable=SC2154 # common.sh sets what is not set here.
# Sourced after common.sh by scripts that run tests: runs them, ends a run that stands still, and counts.
#
# What is counted is what the runner itself reports, in the event stream of Swift Testing, not what is printed.

# A run stands still when no test has begun or ended for so many seconds. It is long, because it has nothing to do with
# how long tests take: a test that hangs is found, one that waits for its turn on a busy machine is not troubled.
stall=${MILLRACE_STALL:-900}

# The folder of the event streams that count, one a test run.
make_streams() {
  streams=$scratch/streams
  mkdir "$streams"
  : >"$streams/none"
}

# run_tests STREAM COMMAND…: runs a `swift test` command that writes its event stream into the file STREAM. Fails when a
# test fails, when none ran, and when the run stood still; then it names the tests that had begun and not ended.
run_tests() {
  local stream=$1 process status=0 size=0 last=0 since=$SECONDS found
  shift
  : >"$stream"
  # A group of its own, so that it can be ended with all that it has started.
  set -m
  "$@" --event-stream-output-path "$stream" &
  process=$!
  set +m
  # shellcheck disable=SC2064 # Now, while it is known.
  trap "end_group $process; exit 130" INT TERM
  while kill -0 "$process" 2>/dev/null; do
    sleep 1
    size=$(wc -c <"$stream")
    if [ "$size" -ne "$last" ] || [ "$size" -eq 0 ]; then
      last=$size since=$SECONDS
    elif [ $((SECONDS - since)) -ge "$stall" ]; then
      printf '%sNo test has begun or ended for %d seconds, so the run is ended.%s\n' "$red" "$stall" "$plain"
      end_group "$process"
    fi
  done
  wait "$process" || status=$?
  trap - INT TERM
  found=$(troubles "$stream")
  if [ -n "$found" ]; then
    printf '\n%sNot passed:%s\n%s\n' "$red" "$plain" "$found"
    status=1
  elif [ "$status" -eq 0 ] && ! grep -q '"kind":"testEnded"' "$stream"; then
    printf '%sThe test runner ended well but ran no test at all.%s\n' "$red" "$plain"
    status=1
  fi
  return "$status"
}

# Ends a group of processes: with a request, and five seconds later by force.
end_group() {
  kill -TERM -- "-$1" 2>/dev/null || return 0
  for _ in 1 2 3 4 5; do
    sleep 1
    kill -0 -- "-$1" 2>/dev/null || return 0
  done
  kill -KILL -- "-$1" 2>/dev/null || true
}

# troubles STREAM…: names what failed, with its first failure, and what had begun and not ended, a line each.
troubles() {
  awk -f "$root/Scripts/events.awk" "$@" | sort |
    sed -n -e $'s/\t/ at /' -e 's/^failed /  failed: /p' -e 's/^begun /  began and did not end: /p'
}

# Prints what did not pass, and then `N passed, N failed`, of all streams together. A step that failed in another way
# counts as one failure.
show_counts() {
  local passed failed found
  passed=$(awk -f "$root/Scripts/events.awk" "$streams"/* | sed -n 's/^passed //p')
  found=$(troubles "$streams"/*)
  failed=$(printf '%s' "$found" | grep -c '' || true)
  if [ "$failed" -eq 0 ]; then failed=$failed_steps; else printf '%sNot passed:%s\n%s\n' "$red" "$plain" "$found"; fi
  printf '%d passed, %d failed\n' "$passed" "$failed"
}
