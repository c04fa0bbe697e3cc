// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.yarn;

import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.yarn.conf.YarnConfiguration;

/**
 * What two configurations have in common that name the same cluster.
 *
 * @param id by which ResourceManagers know their cluster; empty if none is set
 * @param managers the addresses of the ResourceManagers. They alone are not enough: clusters that
 *     have two or more give them the same names, and may share a file system
 */
record ClusterIdentity(String id, List<String> managers, String fileSystem) {
  static ClusterIdentity of(Configuration conf) {
    List<String> managers = new ArrayList<>();
    managers.add(conf.get(YarnConfiguration.RM_ADDRESS, ""));
    for (String manager : conf.getTrimmedStringCollection(YarnConfiguration.RM_HA_IDS)) {
      managers.add(manager);
      managers.add(conf.get(YarnConfiguration.RM_ADDRESS + "." + manager, ""));
      managers.add(conf.get(YarnConfiguration.RM_HOSTNAME + "." + manager, ""));
    }
    return new ClusterIdentity(
        conf.get(YarnConfiguration.RM_CLUSTER_ID, ""),
        List.copyOf(managers),
        FileSystem.getDefaultUri(conf).toString());
  }
}
