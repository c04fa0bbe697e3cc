# SPDX-License-Identifier: Apache-2.0
#
# Runs the driver of an attempt. Argument: the attempt's directory, whose file "command" sets the driver's command.
# Is the leader of a session.
dir=$1
. "$dir/command" || exit 125
rm -f "$dir/command"
stat=$(cat "/proc/$$/stat") || exit 125
printf '%s %s\n' "$$" "${stat##*) }" >"$dir/process.tmp" && mv "$dir/process.tmp" "$dir/process" || exit 125
# Room for the exit code, so that it can be written when the disk is full.
printf '%-15s\n' reserved >"$dir/exit.tmp" || exit 125
sync "$dir/exit.tmp" 2>/dev/null || :
echo "$$"
exec >/dev/null
# The end of the input instead of the word: the scheduler is gone, or does not want the driver any more.
if ! read -r word || [ "$word" != go ]; then
  # By the shell itself if it can: who kills the attempt also kills a program that does it.
  printf '' 2>/dev/null >"$dir/not-started" || mv "$dir/exit.tmp" "$dir/not-started"
  exit 0
fi
# Handled, not ignored, so that the driver gets them as usual. This process stays to write the exit code.
trap : HUP INT TERM
"$@" </dev/null >"$dir/stdout" 2>"$dir/stderr"
code=$?
# CPU time of the driver and of all below it that was waited for; nobody waits for room for it.
{ times; } 2>/dev/null >"$dir/cpu" || :
# In place and then renamed, and on the disk before it is; a sync that knows no files is done without.
until printf '%-15s\n' "$code" 1<>"$dir/exit.tmp" &&
  { sync "$dir/exit.tmp" 2>/dev/null || :; } &&
  mv "$dir/exit.tmp" "$dir/exit"; do
  [ -d "$dir" ] || break
  sleep 1
done
# What the driver has left behind, and this process.
kill -KILL 0
