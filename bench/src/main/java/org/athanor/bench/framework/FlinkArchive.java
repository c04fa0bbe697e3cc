// SPDX-License-Identifier: Apache-2.0
package org.athanor.bench.framework;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.athanor.bench.counter.FlinkJobs;
import org.athanor.cluster.Node;

/**
 * The accounts that Flink's JobManagers write of jobs that have ended, for Flink's history server:
 * what {@link FlinkSession} asks a JobManager that lives longer than its jobs. A JobManager writes
 * to the node on which it runs.
 */
final class FlinkArchive {
  private final EventFiles files;

  /**
   * @param nodes on which JobManagers may run
   */
  FlinkArchive(List<Node> nodes, Site site, Workspace workspace) {
    this.files =
        new EventFiles(nodes, site.mark(), workspace, "archive of Flink", FlinkJobs.REDUCTION);
  }

  /** The settings with which JobManagers write the accounts. */
  static Map<String, String> settings(Workspace workspace) {
    return Map.of("jobmanager.archive.fs.dir", workspace.events().toUri().toString());
  }

  /** The accounts of the trial, which stay there. */
  FlinkJobs.Archive read() throws IOException, InterruptedException {
    return FlinkJobs.Archive.of(files.read());
  }

  /**
   * The accounts of the trial, which are removed.
   *
   * @param ended whether all JobManagers have ended
   */
  FlinkJobs.Archive take(boolean ended) throws IOException, InterruptedException {
    return FlinkJobs.Archive.of(files.take(ended));
  }
}
