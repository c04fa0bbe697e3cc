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

  /**
   * What JobManagers say about a trial.
   *
   * @param jobs the details of each job
   * @param applications how many programs they have run, each of which had jobs
   * @param jobsOfApplications how many
   */
  record Accounts(List<JsonNode> jobs, int applications, int jobsOfApplications) {}

  /** The accounts of the trial, which stay there. */
  Accounts read() throws IOException, InterruptedException {
    return accounts(files.read());
  }

  /** The accounts of the trial, which are removed. */
  Accounts take() throws IOException, InterruptedException {
    return accounts(files.take());
  }

  private static Accounts accounts(String reduced) throws IOException {
    List<JsonNode> jobs = new ArrayList<>();
    int applications = 0;
    int jobsOfApplications = 0;
    for (String line : reduced.lines().toList()) {
      JsonNode answer = FlinkJobs.archived(line);
      if (answer.has("jid")) {
        jobs.add(answer);
      } else {
        applications++;
        jobsOfApplications += answer.path("jobs").size();
      }
    }
    return new Accounts(jobs, applications, jobsOfApplications);
  }
}
