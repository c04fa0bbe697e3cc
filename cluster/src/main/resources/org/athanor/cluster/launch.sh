# SPDX-License-Identifier: Apache-2.0
# Prints "athanor:pid N" and is replaced by a command, or prints "athanor:failed WHY". No login shell prints such a line. Arguments:
# DIRECTORY|"" LOG|"" [NAME=VALUE]... -- PROGRAM [ARGUMENT]...
failed() { echo "athanor:failed $1"; exit 127; }
[ -z "$1" ] || cd "$1" 2>/dev/null || failed "no directory $1"
log=$2
shift 2
while [ "$1" != -- ]; do export "$1"; shift; done
shift
command -v "$1" >/dev/null || failed "no program $1"
if [ -z "$log" ]; then
  echo "athanor:pid $$"
  exec "$@"
fi
{ mkdir -p "$(dirname "$log")" && touch "$log"; } 2>/dev/null || failed "cannot write $log"
echo "athanor:pid $$"
exec "$@" </dev/null >>"$log" 2>&1
