// SPDX-License-Identifier: Apache-2.0
package org.athanor.bench.framework;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import org.athanor.bench.framework.Deployment.TimedLine;
import org.athanor.results.Phase;

/**
 * What Hadoop's job client writes: {@code map 40% reduce 10%}, once a second, and in the local mode
 * what the runner of tasks says. A job's map phase goes from its start to its last map, its reduce
 * phase from the first reduce to its end; with several jobs their number is part of the name.
 */
final class MapReduceOutput implements ClientOutput {

  private static final Pattern ERROR =
      Pattern.compile(
          "Job job_\\S+ failed with state|Job not successful|Streaming Command Failed|"
              + "^Exception in thread \"main\"");

  @Override
  public Optional<String> errorIn(List<TimedLine> output) {
    return ClientOutput.firstMatch(ERROR, output);
  }

  @Override
  public List<Phase> phases(Instant started, List<TimedLine> output) {
    JobPhases phases = new JobPhases();
    output.forEach(phases::line);
    return phases.named();
  }
}
