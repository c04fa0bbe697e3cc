# SPDX-License-Identifier: Apache-2.0
# shellcheck shell=bash disable=SC2154
#
# A standalone HBase server on 127.0.0.1, for scripts that have sourced common.sh and called begin. Its jars are in $work/lib.
hbase_release=2.6.1-hadoop3

stop() {
  local server
  [ -f "$work/server.pid" ] || return 0
  server=$(cat "$work/server.pid")
  kill "$server" 2> /dev/null || true
  while kill -0 "$server" 2> /dev/null; do sleep 0.2; done
  rm "$work/server.pid"
}
rm -f "$work/server.pid"
at_end+=(stop)

start() {
  local port limit
  port=$(python3 -c 'import socket; s = socket.socket(); s.bind(("127.0.0.1", 0)); print(s.getsockname()[1])')
  cat > "$out/conf/hbase-site.xml" << EOF
<configuration>
$(property hbase.rootdir "file://$out/hbase")
$(property hbase.tmp.dir "$out/hbase-tmp")
$(property hbase.unsafe.stream.capability.enforce false)
$(property hbase.wal.provider filesystem)
$(property hbase.zookeeper.quorum localhost)
$(property hbase.zookeeper.property.clientPort "$port")
$(property hbase.localcluster.assign.random.ports true)
$(property hbase.master.info.port -1)
$(property hbase.regionserver.info.port -1)
$(property hbase.master.ipc.address 127.0.0.1)
$(property hbase.regionserver.ipc.address 127.0.0.1)
$(property hbase.master.hostname localhost)
$(property hbase.unsafe.regionserver.hostname localhost)
</configuration>
EOF
  # The server runs with the Hadoop that it was built against, like an installed server.
  "$java" --add-opens=java.base/java.nio=ALL-UNNAMED --add-opens=java.base/java.lang=ALL-UNNAMED -Xmx700m \
    -cp "$out/conf:$(jars "$work/lib" .):$(jars "$dist/lib/hadoop" reload4j)" org.apache.hadoop.hbase.master.HMaster start \
    > "$out/server.log" 2>&1 &
  echo $! > "$work/server.pid"
  limit=$((SECONDS + 180))
  until grep -qs 'Master has completed initialization' "$out/server.log"; do
    [ "$SECONDS" -lt "$limit" ] || { tail -n 20 "$out/server.log"; echo "$application: HBase has not started within 180 s"; exit 1; }
    kill -0 "$(cat "$work/server.pid")" 2> /dev/null || { tail -n 20 "$out/server.log"; echo "$application: HBase does not start"; exit 1; }
    sleep 0.2
  done
}
