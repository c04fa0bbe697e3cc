// SPDX-License-Identifier: Apache-2.0
package org.athanor.bench.framework;

import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.athanor.bench.counter.SparkEvents;
import org.athanor.bench.framework.Deployment.TimedLine;
import org.athanor.results.Phase;
import org.athanor.results.Reading;

/** Parses the log of Spark's driver. A phase is a stage, from its submission to its end. */
final class SparkOutput implements OutputParser {

  private static final Pattern ERROR =
      Pattern.compile(
          "Job aborted due to stage failure|ERROR SparkContext: Error initializing SparkContext|"
              + "^Exception in thread \"main\"");
  private static final Pattern SUBMITTED =
      Pattern.compile("DAGScheduler: Submitting (?:ShuffleMap|Result)Stage (\\d+) ");
  private static final Pattern FINISHED =
      Pattern.compile("DAGScheduler: (?:ShuffleMap|Result)Stage (\\d+) \\(.*\\) finished in ");

  /** Where the drivers' event logs are. */
  interface EventLog {
    /**
     * Returns what is needed of all logs since the last call, by {@link SparkEvents#REDUCTION}, and
     * removes them.
     */
    String take() throws IOException, InterruptedException;
  }

  private final EventLog log;

  SparkOutput(EventLog log) {
    this.log = log;
  }

  @Override
  public Map<String, Reading> measures(List<TimedLine> output)
      throws IOException, InterruptedException {
    return SparkEvents.readings(log.take());
  }

  @Override
  public Optional<String> errorIn(List<TimedLine> output) {
    return OutputParser.firstMatch(ERROR, output);
  }

  @Override
  public List<Phase> phases(Instant started, List<TimedLine> output) {
    Map<String, Double> running = new LinkedHashMap<>();
    List<Phase> phases = new ArrayList<>();
    for (TimedLine line : output) {
      Matcher submitted = SUBMITTED.matcher(line.text());
      Matcher finished = FINISHED.matcher(line.text());
      if (submitted.find()) {
        running.putIfAbsent(submitted.group(1), line.seconds());
      } else if (finished.find()) {
        Double start = running.remove(finished.group(1));
        if (start != null) {
          phases.add(new Phase("stage " + finished.group(1), start, line.seconds()));
        }
      }
    }
    return phases;
  }
}
