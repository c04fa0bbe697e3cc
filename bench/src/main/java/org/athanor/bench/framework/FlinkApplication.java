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
 * with them: in the accounts that it has left. The client's output has the application's name, by
 * which its accounts are told from those of others.
 */
final class FlinkApplication implements OutputParser {

  private static final Pattern ERROR =
      Pattern.compile("application_\\d+_\\d+ ended as (?!SUCCEEDED)|^Exception in thread \"main\"");

  private static final Pattern ENDED = Pattern.compile("(application_\\d+_\\d+) ended as ");

  private final Containers.Wait containers;
  private final FlinkArchive archive;

  /** What a trial's phases have waited for, until its measures are asked for. */
  private Optional<Containers> known = Optional.empty();

  FlinkApplication(Containers.Wait containers, FlinkArchive archive) {
    this.containers = containers;
    this.archive = archive;
  }

  @Override
  public Optional<String> errorIn(List<TimedLine> output) {
    return OutputParser.firstMatch(ERROR, output);
  }

  @Override
  public List<Phase> phases(Instant started, List<TimedLine> output)
      throws IOException, InterruptedException {
    known = Optional.of(containers.await());
    if (known.get() != Containers.ENDED) {
      return List.of();
    }
    List<Phase> phases = new ArrayList<>();
    for (JsonNode job : jobs(archive.read(), output).orElse(List.of())) {
      phases.addAll(FlinkSession.vertices(started, job));
    }
    phases.sort(Comparator.comparingDouble(Phase::startSeconds));
    return phases;
  }

  @Override
  public Map<String, Reading> measures(List<TimedLine> output)
      throws IOException, InterruptedException {
    Containers waited = known.isPresent() ? known.get() : containers.await();
    known = Optional.empty();
    boolean ended = waited == Containers.ENDED;
    FlinkJobs.Archive accounts = archive.take(ended);
    if (!ended) {
      return FlinkJobs.unavailable(waited.problem());
    }
    return jobs(accounts, output)
        .map(FlinkJobs::readings)
        .orElseGet(
            () ->
                FlinkJobs.unavailable("the JobManager did not leave the accounts of all its jobs"));
  }

  /** The jobs of the one application of the trial; empty if not all are known. */
  private static Optional<List<JsonNode>> jobs(FlinkJobs.Archive accounts, List<TimedLine> output) {
    List<String> names = OutputParser.all(ENDED, output);
    return names.size() == 1 ? accounts.jobsOf(names.get(0)) : Optional.empty();
  }
}
