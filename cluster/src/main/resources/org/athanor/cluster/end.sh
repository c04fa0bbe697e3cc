# SPDX-License-Identifier: Apache-2.0
# Ends every process whose environment has a line that matches a pattern, by SIGTERM and after a time by SIGKILL, and prints their
# number. Searches until it has found nothing twice, because a process may just be starting another. If some do not end, it prints
# their ids, and the exit status is 1. Arguments:
# PATTERN all|namespace MILLISECONDS PID-TO-SPARE BOOT NAMESPACE
# The process to spare is on this machine only if its boot and process namespace are the given ones.
here=$(readlink /proc/self/ns/net)
find_all() {
  for file in $(grep -lzxE -e "$pattern" /proc/[0-9]*/environ 2>/dev/null); do
    pid=${file#/proc/}
    pid=${pid%/environ}
    [ "$pid" != $$ ] && [ "$pid" != "$spare" ] || continue
    [ "$range" = all ] || [ "$(readlink "/proc/$pid/ns/net")" = "$here" ] || continue
    echo "$pid"
  done
}
pattern=$1 range=$2 tenths=$(($3 / 100)) spare=$4
[ "$(cat /proc/sys/kernel/random/boot_id) $(readlink /proc/self/ns/pid)" = "$5 $6" ] || spare=
ended=' ' count=0 round=0 quiet=0
while [ $quiet -lt 2 ]; do
  pids=$(find_all)
  if [ -z "$pids" ]; then
    quiet=$((quiet + 1))
    continue
  fi
  quiet=0
  if [ $round -gt $((tenths + 100)) ]; then
    echo $pids
    exit 1
  fi
  for pid in $pids; do
    case $ended in
      *" $pid "*) [ $round -lt $tenths ] || kill -KILL "$pid" 2>/dev/null ;;
      *)
        kill -TERM "$pid" 2>/dev/null
        ended="$ended$pid "
        count=$((count + 1))
        ;;
    esac
  done
  round=$((round + 1))
  sleep 0.1
done
echo $count
