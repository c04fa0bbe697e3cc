// SPDX-License-Identifier: Apache-2.0
package org.athanor.scheduler.catalogue;

import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import org.athanor.profile.run.Amount;
import org.athanor.profile.run.Application;
import org.athanor.profile.run.Configuration;
import org.athanor.profile.run.Execution;
import org.athanor.profile.run.Framework;
import org.athanor.profile.run.Input;
import org.athanor.profile.run.NodeKind;
import org.athanor.profile.run.NodeUse;
import org.athanor.profile.run.Origin;
import org.athanor.profile.run.Resource;
import org.athanor.profile.run.Run;
import org.athanor.profile.run.Site;

/**
 * Runs of 100 s on one node of 8 processors, whose packages need 40 W when idle and 140 W when
 * busy, and whose memory needs 5 and 15 W.
 */
public final class MeteredRuns {
  static final double SECONDS = 100;
  private static final Instant START = Instant.parse("2026-11-01T00:00:00Z");

  private MeteredRuns() {}

  static NodeKind kind(String cpu, int processors) {
    return new NodeKind("x86_64", cpu, processors, 64L << 30, Optional.empty());
  }

  /** What a run used that kept a part of 8 processors busy. */
  static Map<Resource, Amount> used(double use) {
    Map<Resource, Amount> amounts = new HashMap<>();
    // A third of the work is that of others: power does not ask whose it is.
    amounts.put(Resource.CPU_OWN_SECONDS, Amount.of(8 * SECONDS * use * 2 / 3));
    amounts.put(Resource.CPU_OTHER_SECONDS, Amount.of(8 * SECONDS * use / 3));
    amounts.put(Resource.ENERGY_PACKAGE_JOULES, Amount.of(SECONDS * (40 + 100 * use)));
    amounts.put(Resource.ENERGY_DRAM_JOULES, Amount.of(SECONDS * (5 + 10 * use)));
    return amounts;
  }

  /**
   * A run that kept a part of the processors busy.
   *
   * @param number from 0; the greater, the newer
   */
  public static Run run(int number, String cluster, double use) {
    return run(number, kind("Epyc", 8), cluster, OptionalDouble.empty(), used(use));
  }

  static Run run(
      int number,
      NodeKind kind,
      String cluster,
      OptionalDouble quota,
      Map<Resource, Amount> amounts) {
    return run(number, List.of(new NodeUse("n1", kind, amounts)), cluster, quota);
  }

  static Run run(int number, List<NodeUse> nodes, String cluster, OptionalDouble quota) {
    return new Run(
        Run.idOf(List.of(Integer.toString(number))),
        new Origin("bench", "1", Optional.empty(), "t" + number),
        new Application("sort", Map.of()),
        new Configuration(new Framework("hadoop", "3", "yarn", "17"), "hdfs", 8, 1 << 30, Map.of()),
        new Input("text", OptionalLong.of(1)),
        new Execution(
            START.plusSeconds(number), SECONDS, Optional.empty(), List.of(), OptionalLong.empty()),
        nodes,
        new Site(
            Optional.of(cluster),
            Optional.empty(),
            Optional.empty(),
            quota,
            Site.Scheduling.UNKNOWN));
  }
}
