# SPDX-License-Identifier: Apache-2.0
# Prints the text that SystemInfoParser parses.
section() { printf '\n=== %s\n' "$1"; }
section host; uname -n
section kernel; uname -r
section architecture; uname -m
section os; cat /etc/os-release
section cpuinfo; sed '/^$/q' /proc/cpuinfo
section lscpu; LC_ALL=C lscpu | grep -E '^(Model name|Hypervisor vendor):'
section status; grep Cpus_allowed_list /proc/self/status
section meminfo; grep MemTotal /proc/meminfo
section governor; cat /sys/devices/system/cpu/cpu0/cpufreq/scaling_governor
section no_turbo; cat /sys/devices/system/cpu/intel_pstate/no_turbo
section boost; cat /sys/devices/system/cpu/cpufreq/boost
section huge_pages; cat /sys/kernel/mm/transparent_hugepage/enabled
# Of each disk: name, sectors of 512 bytes, whether it turns, model.
section disks
for disk in /sys/block/*; do
  case ${disk##*/} in loop* | ram* | zram* | sr* | dm-* | md* | "*") continue ;; esac
  echo "${disk##*/} $(cat "$disk/size") $(cat "$disk/queue/rotational") $(cat "$disk/device/model")"
done
# Of devices, of other hosts, and of pools of ZFS, which have names of their own.
section mounts; grep -E '^(/dev/|//|[^ ]*:|[^ ]*@|[^ ]+ [^ ]+ zfs )' /proc/mounts
section links
for link in /sys/class/net/*; do
  case ${link##*/} in lo | veth* | docker* | br-* | virbr*) continue ;; esac
  [ "$(cat "$link/operstate")" != up ] || echo "${link##*/} $(cat "$link/speed")"
done
section vendor; cat /sys/class/dmi/id/sys_vendor
section product; cat /sys/class/dmi/id/product_name
# Limits of this process's groups and of all above them. In a container the mount shows its own group as the root.
section limits
while IFS=: read -r id controllers path; do
  case $id/$controllers in
    0/) roots='/sys/fs/cgroup /sys/fs/cgroup/unified' files='cpu.max memory.max' ;;
    */*cpu,* | */*cpu) roots='/sys/fs/cgroup/cpu /sys/fs/cgroup/cpu,cpuacct' files='cpu.cfs_quota_us cpu.cfs_period_us' ;;
    */*memory*) roots=/sys/fs/cgroup/memory files=memory.limit_in_bytes ;;
    *) continue ;;
  esac
  while :; do
    path=${path%/}
    for root in $roots; do
      for file in $files; do
        [ ! -r "$root$path/$file" ] || echo "$root$path/$file $(cat "$root$path/$file")"
      done
    done
    [ -n "$path" ] || break
    path=${path%/*}
  done
done </proc/self/cgroup
section java
java=${JAVA_HOME:+$JAVA_HOME/bin/java}
"${java:-java}" -XshowSettings:properties -version 2>&1
exit 0
