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

  private final MapReduceOutput client = new MapReduceOutput();
  private final Containers.Wait containers;
  private final EventFiles histories;

  /**
   * @param histories reduced by {@link TezHistory#REDUCTION}
   */
  TezOutput(Containers.Wait containers, EventFiles histories) {
    this.containers = containers;
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
    Containers known = containers.await();
    String reduced = histories.take(known == Containers.ENDED);
    int jobs = OutputParser.all(MapReduceOutput.RUNNING, output).size();
    if (jobs == 0) {
      return Map.of();
    }
    return known == Containers.ENDED
        ? TezHistory.readings(reduced, jobs)
        : TezHistory.unavailable(known.problem());
  }
}
