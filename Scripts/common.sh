# shellcheck shell=bash
# Sourced first by every script here: strict mode, messages, and the tools a script needs.
# Written for Bash 3.2, the one macOS ships: no associative arrays, no `mapfile`, no `${name@Q}`,
# and `${list[@]+"${list[@]}"}` where a list may be empty.
set -euo pipefail

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
cd "$root"

bold='' red='' green='' plain=''
if [ -t 1 ] && [ -z "${NO_COLOR:-}" ]; then
  bold=$'\033[1m' red=$'\033[31m' green=$'\033[32m' plain=$'\033[0m'
fi

# The flags of every build and test run. The same ones everywhere, because SwiftPM rebuilds all when they change.
# shellcheck disable=SC2034 # The scripts that source this file use it.
strict_flags=(-Xswiftc -warnings-as-errors)

# Forgets the plan of the last build in the library's scratch path, where several packages are built: SwiftPM would take
# it for that of the next one.
forget_plan() { rm -f "$root"/.build/*/debug/description.json; }

# example_flags FOLDER: sets the flags for the package of an example. The small ones are built beside the library, whose
# modules are there already; the notes, which share names of modules with other packages, have a place of their own.
example_flags() {
  # shellcheck disable=SC2034 # The scripts that source this file use it.
  case $1 in
  Examples/Notes | Inspector) example_flags=(--package-path "$1" "${strict_flags[@]}") ;;
  *)
    forget_plan
    example_flags=(--package-path "$1" --scratch-path "$root/.build" "${strict_flags[@]}")
    ;;
  esac
}

say() {
  printf '%s%s%s\n' "$bold" "$*" "$plain"
}

# Ends the script with a sentence on standard error.
fail() {
  printf '%s%s%s\n' "$red" "$*" "$plain" >&2
  exit 1
}

# Prints the comment at the top of the running script: a script's header is its help.
show_help() {
  awk 'NR > 1 { if (!/^#/ || /^# shellcheck/) exit; sub(/^# ?/, ""); print }' "$0"
}

have() {
  command -v "$1" >/dev/null 2>&1
}

# Runs a command as root: directly when already root, else through sudo.
as_root() {
  if [ "$(id -u)" -eq 0 ]; then
    "$@"
  elif have sudo; then
    sudo "$@"
  else
    fail "'$*' must run as root, and there is no sudo; run this script as root once."
  fi
}

# try_package DEBIAN_NAME: installs a Debian package unless it is there; fails quietly where it cannot.
try_package() {
  have dpkg && have apt-get || return 1
  if dpkg -s "$1" >/dev/null 2>&1; then return 0; fi
  say "Installing the Debian package '$1'."
  as_root apt-get update -qq >/dev/null || return 1
  as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "$1" >/dev/null
}

# need_package DEBIAN_NAME [FORMULA]: sees to it that a system package is there, or ends the script
# with the sentence that says how to get it.
need_package() {
  local name=$1 formula=${2:-$1}
  if [ "$(uname -s)" = Darwin ]; then
    have brew || fail "'$formula' is needed; get Homebrew from https://brew.sh, then run 'brew install $formula'."
    brew list "$formula" >/dev/null 2>&1 || fail "'$formula' is needed; run 'brew install $formula'."
  else
    have apt-get || fail "'$name' is needed, and there is no apt-get here; install it with the system's own package manager."
    try_package "$name" || fail "'$name' could not be installed; run 'apt-get update && apt-get install $name' to see why."
  fi
}

# need_command COMMAND [DEBIAN_NAME [FORMULA]]: like `need_package`, but content with any copy on the PATH.
need_command() {
  if have "$1"; then return 0; fi
  need_package "${2:-$1}" "${3:-${2:-$1}}"
  have "$1" || fail "'$1' is needed and not on the PATH, though its package is installed."
}

need_swift() {
  local how="install it from https://www.swift.org/install (on Linux: 'swiftly install latest')"
  have swift || fail "Swift 6.2 or newer is needed, and no 'swift' is on the PATH; $how."
  local version major minor
  version=$(swift --version 2>/dev/null | sed -n 's/.*Swift version \([0-9][0-9]*\)\.\([0-9][0-9]*\).*/\1 \2/p' | head -n 1)
  [ -n "$version" ] || fail "'swift --version' does not say which Swift this is; $how."
  read -r major minor <<<"$version"
  if [ "$major" -lt 6 ] || { [ "$major" -eq 6 ] && [ "$minor" -lt 2 ]; }; then
    fail "Swift 6.2 or newer is needed, and this one is $major.$minor; $how."
  fi
}

# The C libraries that products of the package are built on; Apple's systems bring them along.
need_libraries() {
  if [ "$(uname -s)" != Darwin ]; then
    need_package libsqlite3-dev
    need_package libcurl4-openssl-dev
  fi
}

# The C libraries of Inspector, Examples/Notes and Examples/Support: those of the package, HTTP, and the terminal.
need_notes_libraries() {
  need_libraries
  need_package libmicrohttpd-dev libmicrohttpd
  if [ "$(uname -s)" != Darwin ]; then need_package libncurses-dev; fi
}

# GTK 4, for the windows of Examples/SevenGUIs.
need_gtk() { need_package libgtk-4-dev gtk4; }

# The path of a tool of the toolchain that `swift` belongs to (swiftc, docc), which need not be on the PATH itself.
toolchain_tool() {
  local found
  if [ "$(uname -s)" = Darwin ] && found=$(xcrun --find "$1" 2>/dev/null); then
    printf '%s\n' "$found"
  elif have "$1"; then
    command -v "$1"
  else
    found=$(swift -print-target-info 2>/dev/null | sed -n 's/.*"runtimeResourcePath" *: *"\(.*\)\/lib\/swift".*/\1/p')/bin/$1
    [ -x "$found" ] || fail "The Swift toolchain has no '$1'; install a complete one from https://www.swift.org/install."
    printf '%s\n' "$found"
  fi
}

# The compiler flags of the targets, read from the manifest so that they cannot differ from it.
language_flags() {
  printf '%s\n' -swift-version 6
  sed -n 's/.*\.enableUpcomingFeature("\([A-Za-z]*\)").*/-enable-upcoming-feature \1/p' Package.swift | tr ' ' '\n'
}

# A temporary folder, removed when the script ends.
make_scratch() {
  scratch=$(mktemp -d "${TMPDIR:-/tmp}/millrace.XXXXXX")
  trap 'rm -rf "$scratch"' EXIT
}

# step TITLE COMMAND…: runs a step of a longer script, shows what it does and how long it took, and remembers
# whether it failed; the script goes on. The command runs in a shell of its own, under strict mode.
steps='' failed_steps=0
step() {
  local title=$1 begin=$SECONDS status=0 word mark
  shift
  printf '\n%s==> %s%s\n' "$bold" "$title" "$plain"
  # Not `( … ) || status=$?`: Bash turns `set -e` off inside whatever stands left of `||`.
  set +e
  (
    set -e
    "$@"
  )
  status=$?
  set -e
  if [ "$status" -eq 0 ]; then
    word=ok mark=$green
  else
    word=FAILED mark=$red
    failed_steps=$((failed_steps + 1))
  fi
  local line
  line=$(printf '%-7s %5d s  %s' "$word" "$((SECONDS - begin))" "$title")
  steps="$steps$mark$line$plain
"
  return 0
}

# Prints one line per step that ran.
show_steps() {
  printf '\n%sSummary%s\n%s' "$bold" "$plain" "$steps"
}
