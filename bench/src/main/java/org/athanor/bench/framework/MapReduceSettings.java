// SPDX-License-Identifier: Apache-2.0
package org.athanor.bench.framework;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.athanor.cluster.hadoop.ConfigurationText;

/** Hadoop's settings that are derived from a site. */
final class MapReduceSettings {

  private MapReduceSettings() {}

  /** {@code core-site.xml}. */
  static Map<String, String> core(Site site, Workspace workspace) {
    Map<String, String> keys = new LinkedHashMap<>();
    keys.put("fs.defaultFS", site.filesystem());
    keys.put("hadoop.tmp.dir", workspace.temporary().toString());
    return keys;
  }

  /**
   * The files that describe the file system to clients. What a user sets is in {@code
   * hdfs-site.xml}, because Hadoop reads the defaults of HDFS after {@code core-site.xml}.
   */
  static Map<String, String> siteFiles(Site site, Workspace workspace) {
    Map<String, String> files = new LinkedHashMap<>();
    files.put("core-site.xml", ConfigurationText.xml(core(site, workspace)));
    Map<String, String> settings = site.files().sortedSettings();
    if (!settings.isEmpty()) {
      files.put("hdfs-site.xml", ConfigurationText.xml(settings));
    }
    return files;
  }

  /** {@code mapred-site.xml} of jobs in one JVM. */
  static Map<String, String> local(Site site, Shares shares, Workspace workspace) {
    Map<String, String> keys = new LinkedHashMap<>();
    keys.putAll(spill(site, workspace));
    keys.put("mapreduce.framework.name", "local");
    keys.put("mapreduce.local.map.tasks.maximum", "" + shares.totalTasks());
    keys.put("mapreduce.local.reduce.tasks.maximum", "" + shares.totalTasks());
    keys.put("mapreduce.job.reduces", "" + shares.totalTasks());
    return keys;
  }

  /** Where jobs in one JVM spill, if the site says it. */
  static Map<String, String> spill(Site site, Workspace workspace) {
    return site.files().spill().isEmpty()
        ? Map.of()
        : Map.of("mapreduce.cluster.local.dir", workspace.spillText());
  }

  /** {@code mapred-site.xml} of jobs on YARN. */
  static Map<String, String> yarn(Shares shares) {
    Map<String, String> keys = new LinkedHashMap<>();
    keys.put("mapreduce.job.reduces", "" + shares.totalTasks());
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
