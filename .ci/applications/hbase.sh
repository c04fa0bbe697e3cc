# SPDX-License-Identifier: Apache-2.0
# shellcheck shell=bash disable=SC2154
#
# An HBase on 127.0.0.1, for scripts that have sourced common.sh and called begin. Its jars are in $work/lib. It is a standalone
# server; or, if the run's data are in HDFS and the script asks for it, a ZooKeeper, a master and two region servers, each a
# process, with their files in that HDFS.
hbase_release=2.6.1-hadoop3

stop() {
  local server end
  [ -f "$work/server.pid" ] || return 0
  while read -r server; do
    kill "$server" 2> /dev/null || true
    end=$((SECONDS + 60))
    while kill -0 "$server" 2> /dev/null; do
      [ "$SECONDS" -lt "$end" ] || kill -9 "$server" 2> /dev/null || true
      sleep 0.2
    done
  done < "$work/server.pid"
  rm "$work/server.pid"
}
rm -f "$work/server.pid"
at_end+=(stop)

# Starts a server, with the Hadoop that it was built against, like an installed one. Sets $server, its process.
server() { # log, main class, arguments
  local log=$1
  shift
  # On HDFS it changes a private field of java.lang.reflect.Field when it starts.
  "$java" --add-opens=java.base/java.nio=ALL-UNNAMED --add-opens=java.base/java.lang=ALL-UNNAMED \
    --add-opens=java.base/java.lang.reflect=ALL-UNNAMED -Xmx700m \
    -cp "$out/conf:$(jars "$work/lib" .):$(jars "$dist/lib/hadoop" reload4j)" "$@" > "$log" 2>&1 &
  server=$!
  # The first that was started is the last that is stopped.
  printf '%s\n' "$server" | cat - "$work/server.pid" > "$work/server.pids" 2> /dev/null || true
  mv "$work/server.pids" "$work/server.pid"
}

start() { # [distributed]
  local address=127.0.0.1 site
  zookeeper_port=$(python3 -c 'import socket; s = socket.socket(); s.bind(("127.0.0.1", 0)); print(s.getsockname()[1])')
  if [ "${1:-}" = distributed ]; then
    site=$(property hbase.cluster.distributed true
      property hbase.rootdir "$out/hbase"
      property hbase.master.port 0
      property hbase.regionserver.port 0
      property zookeeper.session.timeout 6000
      property hbase.zookeeper.property.clientPortAddress "$address"
      property hbase.zookeeper.property.admin.enableServer false
      property hbase.zookeeper.property.dataDir "$out/zookeeper")
  else
    site=$(property hbase.rootdir "file://$out/hbase"
      property hbase.localcluster.assign.random.ports true)
  fi
  cat > "$out/conf/hbase-site.xml" << END
<configuration>
$site
$(property hbase.tmp.dir "$out/hbase-tmp")
$(property hbase.unsafe.stream.capability.enforce false)
$(property hbase.wal.provider filesystem)
$(property hbase.zookeeper.quorum localhost)
$(property hbase.zookeeper.property.clientPort "$zookeeper_port")
$(property hbase.master.info.port -1)
$(property hbase.regionserver.info.port -1)
$(property hbase.master.ipc.address "$address")
$(property hbase.regionserver.ipc.address "$address")
$(property hbase.master.hostname localhost)
$(property hbase.unsafe.regionserver.hostname localhost)
</configuration>
END
  if [ "${1:-}" = distributed ]; then
    server "$out/zookeeper.log" org.apache.hadoop.hbase.zookeeper.HQuorumPeer
    server "$out/server.log" org.apache.hadoop.hbase.master.HMaster start
    local master=$server
    region_servers=()
    for number in 1 2; do
      server "$out/region-server-$number.log" org.apache.hadoop.hbase.regionserver.HRegionServer start
      region_servers+=("$server")
    done
    server=$master
  else
    server "$out/server.log" org.apache.hadoop.hbase.master.HMaster start
  fi
  await "HBase has not started" 180 initialized "${1:-}"
}

initialized() { # [distributed]
  kill -0 "$server" 2> /dev/null || { tail -n 20 "$out/server.log"; echo "$application: HBase does not start"; exit 1; }
  grep -qs 'Master has completed initialization' "$out/server.log" || return 1
  [ "$1" != distributed ] || [ "$(grep -c 'Registering regionserver=' "$out/server.log")" -ge 2 ]
}

# Waits until a command succeeds.
await() { # what is not so, seconds, command
  local limit=$((SECONDS + $2))
  until "${@:3}"; do
    [ "$SECONDS" -lt "$limit" ] || { tail -n 20 "$out/server.log"; echo "$application: $1 within $2 s"; exit 1; }
    sleep 0.2
  done
}
