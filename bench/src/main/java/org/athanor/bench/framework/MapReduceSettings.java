// SPDX-License-Identifier: Apache-2.0
package org.athanor.bench.framework;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Hadoop's settings that are derived from a site. */
final class MapReduceSettings {

  private MapReduceSettings() {}

  /** {@code core-site.xml}. */
  static Map<String, String> core(Site site, Workspace workspace) {
    Map<String, String> keys = new LinkedHashMap<>();
    keys.put("fs.defaultFS", site.filesystem());
    keys.put("hadoop.tmp.dir", workspace.temporary().toString());
    if (site.onHdfs()) {
      keys.put("dfs.replication", "" + site.replicas());
    }
    return keys;
  }

  /** {@code mapred-site.xml} of jobs in one JVM. */
  static Map<String, String> local(Shares shares) {
    Map<String, String> keys = new LinkedHashMap<>();
    keys.put("mapreduce.framework.name", "local");
    keys.put("mapreduce.local.map.tasks.maximum", "" + shares.totalCores());
    keys.put("mapreduce.local.reduce.tasks.maximum", "" + shares.totalCores());
    keys.put("mapreduce.job.reduces", "" + shares.totalCores());
    return keys;
  }

  /** {@code mapred-site.xml} of jobs on YARN. */
  static Map<String, String> yarn(Shares shares) {
    Map<String, String> keys = new LinkedHashMap<>();
    keys.put("mapreduce.job.reduces", "" + shares.totalCores());
    keys.put("yarn.app.mapreduce.am.resource.mb", "" + shares.coordinator());
    keys.put("yarn.app.mapreduce.am.command-opts", "-Xmx" + shares.coordinator() * 3 / 4 + "m");
    for (String task : List.of("map", "reduce")) {
      keys.put("mapreduce." + task + ".memory.mb", "" + shares.task());
      keys.put("mapreduce." + task + ".java.opts", "-Xmx" + shares.taskHeap() + "m");
    }
    keys.put("mapreduce.task.io.sort.mb", "" + shares.sortBuffer());
    return keys;
  }
}
