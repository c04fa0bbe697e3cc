// SPDX-License-Identifier: Apache-2.0
package org.athanor.bench.framework;

import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import org.athanor.bench.counter.FlinkJobs;
import org.athanor.bench.framework.Deployment.TimedLine;
import org.athanor.results.Phase;
import org.athanor.results.Reading;
import tools.jackson.databind.JsonNode;

/**
 * Finds the phases and counters of programs that run in a JobManager of their own, which has ended
 * with them: in the accounts that it has left.
 */
final class FlinkApplication implements OutputParser {

  private static final Pattern ERROR =
      Pattern.compile("application_\\d+_\\d+ ended as (?!SUCCEEDED)|^Exception in thread \"main\"");

  /** Whether all JobManagers have ended, for which it waits some time. */
  interface JobManagers {
    boolean haveEnded() throws IOException, InterruptedException;
  }

  private final JobManagers jobManagers;
  private final FlinkArchive archive;

  FlinkApplication(JobManagers jobManagers, FlinkArchive archive) {
    this.jobManagers = jobManagers;
    this.archive = archive;
  }

  @Override
  public Optional<String> errorIn(List<TimedLine> output) {
    return OutputParser.firstMatch(ERROR, output);
  }

  @Override
  public List<Phase> phases(Instant started, List<TimedLine> output)
      throws IOException, InterruptedException {
    if (!jobManagers.haveEnded()) {
      return List.of();
    }
    List<Phase> phases = new ArrayList<>();
    for (JsonNode job : archive.read().jobs()) {
      phases.addAll(FlinkSession.vertices(started, job));
    }
    phases.sort(Comparator.comparingDouble(Phase::startSeconds));
    return phases;
  }

  @Override
  public Map<String, Reading> measures(List<TimedLine> output)
      throws IOException, InterruptedException {
    boolean ended = jobManagers.haveEnded();
    FlinkArchive.Accounts accounts = archive.take();
    if (!ended) {
      return FlinkJobs.unavailable("YARN has ended, or a JobManager of the trial has not");
    }
    if (accounts.applications() == 0 || accounts.jobsOfApplications() == 0) {
      return FlinkJobs.unavailable("the JobManager left no account of its jobs");
    }
    return accounts.jobs().size() == accounts.jobsOfApplications()
        ? FlinkJobs.readings(accounts.jobs())
        : FlinkJobs.unavailable(
            "the JobManager left the accounts of "
                + accounts.jobs().size()
                + " of "
                + accounts.jobsOfApplications()
                + " jobs");
  }
}
