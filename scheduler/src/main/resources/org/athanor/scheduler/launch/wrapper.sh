# SPDX-License-Identifier: Apache-2.0
#
# Runs the driver of an attempt. Arguments: the attempt's directory, and the driver's command. Is the leader of a session.
dir=$1
shift
stat=$(cat "/proc/$$/stat") || exit 125
printf '%s %s\n' "$$" "${stat##*) }" >"$dir/process.tmp" && mv "$dir/process.tmp" "$dir/process" || exit 125
echo "$$"
exec >/dev/null
# The end of the input instead of the word: the scheduler is gone, or does not want the driver any more.
if ! read -r word || [ "$word" != go ]; then
  : >"$dir/not-started"
  exit 0
fi
# Handled, not ignored, so that the driver gets them as usual. This process stays to write the exit code.
trap : HUP INT TERM
"$@" </dev/null >"$dir/stdout" 2>"$dir/stderr"
code=$?
echo "$code" >"$dir/exit.tmp" && mv "$dir/exit.tmp" "$dir/exit"
# What the driver has left behind, and this process.
kill -KILL 0
