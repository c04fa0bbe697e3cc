// SPDX-License-Identifier: Apache-2.0
package org.athanor.cli.storage;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;
import org.athanor.profile.run.Application;
import org.athanor.profile.run.Configuration;
import org.athanor.profile.run.Execution;
import org.athanor.profile.run.Framework;
import org.athanor.profile.run.Input;
import org.athanor.profile.run.NodeKind;
import org.athanor.profile.run.NodeUse;
import org.athanor.profile.run.Origin;
import org.athanor.profile.run.Run;

/** Runs of sort. Each is started a second after the one before it. */
final class SampleRuns {
  private static final NodeKind KIND = new NodeKind("x86_64", "CPU", 2, 8L << 30, Optional.empty());

  private int number;

  /** A run in a configuration with twice as much intermediate data as input. */
  Run sort(String storage, long inputBytes, double seconds) {
    return sort(Map.of("storage", storage), inputBytes, seconds, Optional.empty());
  }

  Run sort(
      Map<String, String> settings, long inputBytes, double seconds, Optional<String> disturbance) {
    number++;
    return new Run(
        Run.idOf(List.of(Integer.toString(number))),
        new Origin("bench", "1", Optional.of("e"), "t" + number),
        new Application("sort", Map.of()),
        new Configuration(
            new Framework("athanor", "1", "embedded", "17"),
            "hdfs",
            2,
            4L << 30,
            new TreeMap<>(settings)),
        new Input("text", OptionalLong.of(inputBytes)),
        new Execution(
            Instant.EPOCH.plusSeconds(number),
            seconds,
            disturbance,
            List.of(),
            OptionalLong.of(2 * inputBytes)),
        List.of(new NodeUse("n1", KIND, Map.of())));
  }
}
