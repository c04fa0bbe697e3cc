// SPDX-License-Identifier: Apache-2.0
package org.athanor.bench.framework;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.athanor.bench.counter.FlinkJobs;
import org.athanor.cluster.Node;
import tools.jackson.databind.JsonNode;

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

  /** The details of all jobs of the trial, which stay there. */
  List<JsonNode> read() throws IOException, InterruptedException {
    return details(files.read());
  }

  /** The details of all jobs of the trial, which are removed. */
  List<JsonNode> take() throws IOException, InterruptedException {
    return details(files.take());
  }

  private static List<JsonNode> details(String reduced) throws IOException {
    List<JsonNode> jobs = new ArrayList<>();
    for (String line : reduced.lines().toList()) {
      jobs.add(FlinkJobs.archived(line));
    }
    return jobs;
  }
}
