// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.intermediate;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapreduce.MRConfig;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The local directories of a task of Hadoop's own MapReduce. All classes of a task that write
 * intermediate data look them up in the task's one configuration. Stateless.
 */
final class LocalDirectories {
  private static final Logger LOG = LoggerFactory.getLogger(LocalDirectories.class);

  private LocalDirectories() {}

  /**
   * Leaves those directories that the job's intermediate data should be in. Makes them, as Hadoop
   * does when it first writes to one; those that cannot be made are left out.
   */
  static void narrow(JobConf task) {
    List<Path> local = new ArrayList<>();
    for (String configured : task.getTrimmedStrings(MRConfig.LOCAL_DIR)) {
      Path directory = IntermediateDirectories.path(configured);
      try {
        local.add(Files.createDirectories(directory));
      } catch (IOException e) {
        LOG.warn("the task cannot use one of its local directories: {}", e.toString());
      }
    }
    if (!local.isEmpty()) {
      task.set(
          MRConfig.LOCAL_DIR,
          new IntermediateDirectories()
              .choose(task, local).stream().map(Path::toString).collect(Collectors.joining(",")));
    }
  }
}
