// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.yarn;

import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.mapreduce.MRJobConfig;
import org.apache.hadoop.util.StringUtils;
import org.apache.hadoop.yarn.api.ApplicationConstants;
import org.apache.hadoop.yarn.conf.YarnConfiguration;

/**
 * The class path of containers: the engine's jars, then the node's Hadoop, as for the containers of
 * Hadoop's own jobs. Stateless.
 */
final class ClusterClassPath {
  private ClusterClassPath() {}

  /**
   * Returns the class path in YARN's notation.
   *
   * @param engine entries for the engine: absolute, or relative to a container's working directory
   */
  static String of(Configuration conf, List<String> engine) {
    List<String> entries = new ArrayList<>(engine);
    entries.add(ApplicationConstants.Environment.HADOOP_CONF_DIR.$$());
    if (conf.get(MRJobConfig.MAPREDUCE_APPLICATION_FRAMEWORK_PATH, "").isEmpty()) {
      String[] set = conf.getTrimmedStrings(YarnConfiguration.YARN_APPLICATION_CLASSPATH);
      entries.addAll(
          List.of(
              set.length > 0
                  ? set
                  : YarnConfiguration.DEFAULT_YARN_CROSS_PLATFORM_APPLICATION_CLASSPATH));
    }
    String[] set = conf.getTrimmedStrings(MRJobConfig.MAPREDUCE_APPLICATION_CLASSPATH);
    entries.addAll(
        List.of(
            set.length > 0
                ? set
                : StringUtils.getTrimmedStrings(
                    MRJobConfig.DEFAULT_MAPREDUCE_CROSS_PLATFORM_APPLICATION_CLASSPATH)));
    return String.join(ApplicationConstants.CLASS_PATH_SEPARATOR, entries);
  }
}
