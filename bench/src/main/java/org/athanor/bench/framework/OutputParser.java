// SPDX-License-Identifier: Apache-2.0
package org.athanor.bench.framework;

import java.io.IOException;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import org.athanor.bench.framework.Deployment.TimedLine;
import org.athanor.results.Phase;
import org.athanor.results.Reading;

/** Parses the output of a framework's client, for one trial after the other. One thread. */
interface OutputParser {

  /** See {@link Deployment#errorIn}. */
  Optional<String> errorIn(List<TimedLine> output);

  /** See {@link Deployment#phases}. */
  List<Phase> phases(Instant started, List<TimedLine> output)
      throws IOException, InterruptedException;

  /** See {@link Deployment#measures}. */
  default Map<String, Reading> measures(List<TimedLine> output)
      throws IOException, InterruptedException {
    return Map.of();
  }

  /** The first line that contains the pattern. */
  static Optional<String> firstMatch(Pattern pattern, List<TimedLine> output) {
    return output.stream()
        .map(TimedLine::text)
        .filter(text -> pattern.matcher(text).find())
        .map(String::strip)
        .findFirst();
  }

  /** The first group of each place in the output that matches the pattern, at most one a line. */
  static List<String> all(Pattern pattern, List<TimedLine> output) {
    return output.stream()
        .map(line -> pattern.matcher(line.text()))
        .filter(place -> place.find() && place.group(1) != null)
        .map(place -> place.group(1))
        .toList();
  }
}
