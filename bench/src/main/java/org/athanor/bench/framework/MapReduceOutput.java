// SPDX-License-Identifier: Apache-2.0
package org.athanor.bench.framework;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import org.athanor.bench.framework.Deployment.TimedLine;
import org.athanor.results.Phase;

/**
 * Parses the output of Hadoop's job client: lines {@code map 40% reduce 10%}, once a second, and in
 * local mode the messages of the local job runner. A job's map phase lasts from the job's start to
 * the end of its last map, its reduce phase from the start of the first reduce to the job's end. If
 * there are several jobs, names of phases include the job's number.
 */
final class MapReduceOutput implements OutputParser {

  private static final Pattern ERROR =
      Pattern.compile(
          "Job job_\\S+ failed with state|Job not successful|Streaming Command Failed|"
              + "^Exception in thread \"main\"");

  @Override
  public Optional<String> errorIn(List<TimedLine> output) {
    return OutputParser.firstMatch(ERROR, output);
  }

  @Override
  public List<Phase> phases(Instant started, List<TimedLine> output) {
    JobPhases phases = new JobPhases();
    output.forEach(phases::add);
    return phases.phases();
  }
}
