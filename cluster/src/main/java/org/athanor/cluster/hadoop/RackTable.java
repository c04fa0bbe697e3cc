// SPDX-License-Identifier: Apache-2.0
package org.athanor.cluster.hadoop;

import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;

/**
 * The file of network locations that Hadoop's daemons read. A NameNode looks up the host names of
 * DataNodes there and the IP addresses of other clients, YARN the IP addresses of NodeManagers.
 */
final class RackTable {
  static final String FILE = "racks";

  /**
   * The table without the cache around it, a private class of Hadoop that its own reflection can
   * create. With the cache, a NameNode looks up the IP addresses from which DataNodes connect:
   * these are the same for all of a machine.
   */
  private static final String MAPPING = "org.apache.hadoop.net.TableMapping$RawTableMapping";

  private RackTable() {}

  /**
   * @param configuration the directory that has the file
   */
  static void configure(Settings core, Path configuration) {
    core.set("net.topology.node.switch.mapping.impl", MAPPING)
        .set("net.topology.table.file.name", configuration.resolve(FILE));
  }

  /** The file's content: a host and its location on each line. */
  static String text(HadoopSpec spec, Map<String, ? extends Iterable<String>> ipAddresses) {
    Map<String, String> racks = new TreeMap<>();
    for (int i = 0; i < spec.workers().size(); i++) {
      String host = spec.host(i);
      spec.workers()
          .get(i)
          .rack()
          .ifPresent(
              rack -> {
                racks.put(host, rack);
                if (ipAddresses.containsKey(host)) {
                  ipAddresses.get(host).forEach(address -> racks.put(address, rack));
                }
              });
    }
    StringBuilder text = new StringBuilder();
    racks.forEach((host, rack) -> text.append(host).append(' ').append(rack).append('\n'));
    return text.toString();
  }
}
