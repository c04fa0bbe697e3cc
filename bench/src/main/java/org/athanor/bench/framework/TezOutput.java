// SPDX-License-Identifier: Apache-2.0
package org.athanor.bench.framework;

import java.io.IOException;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.athanor.bench.counter.TezHistory;
import org.athanor.bench.framework.Deployment.TimedLine;
import org.athanor.results.Phase;
import org.athanor.results.Reading;

/**
 * Parses the output of Hadoop's job client for jobs on Tez, which prints no counters: they are in
 * the history that Tez's ApplicationMaster of each job writes.
 */
final class TezOutput implements OutputParser {

  /** The histories of a trial, and whether their writers have ended. */
  interface Histories {
    /**
     * Returns what is needed of all histories since the last call, by {@link TezHistory#REDUCTION},
     * and removes them; empty if some of their writers have not ended.
     */
    Optional<String> take() throws IOException, InterruptedException;
  }

  private final MapReduceOutput client = new MapReduceOutput();
  private final Histories histories;

  TezOutput(Histories histories) {
    this.histories = histories;
  }

  @Override
  public Optional<String> errorIn(List<TimedLine> output) {
    return client.errorIn(output);
  }

  @Override
  public List<Phase> phases(Instant started, List<TimedLine> output) {
    return client.phases(started, output);
  }

  @Override
  public Map<String, Reading> measures(List<TimedLine> output)
      throws IOException, InterruptedException {
    Optional<String> reduced = histories.take();
    int jobs = OutputParser.all(MapReduceOutput.RUNNING, output).size();
    if (jobs == 0) {
      return Map.of();
    }
    return reduced.isEmpty()
        ? TezHistory.unavailable("an ApplicationMaster of the trial has not ended")
        : TezHistory.readings(reduced.get(), jobs);
  }
}
