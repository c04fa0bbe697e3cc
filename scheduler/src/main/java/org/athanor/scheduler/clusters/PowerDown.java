// SPDX-License-Identifier: Apache-2.0
package org.athanor.scheduler.clusters;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * How nodes of a cluster are switched off and on again.
 *
 * @param nodes those that may be off, as HDFS and YARN name them; all others are always on
 * @param hooks the command of each hook: a program and its arguments
 * @param limits how many nodes stay on, and when it is worth it
 * @param times how long things take
 */
public record PowerDown(
    List<String> nodes, Map<Hook, List<String>> hooks, Limits limits, Times times) {

  /** In a command, the node's name. */
  public static final String NODE = "${node}";

  /** In a command, when HDFS's maintenance of the node ends, in milliseconds since 1970. */
  public static final String UNTIL = "${until}";

  /** What a user's command does to a node. Commands may be run again, also half done ones. */
  public enum Hook {
    /** YARN decommissions it gracefully. */
    DRAIN,
    /** HDFS takes it into maintenance, which ends by itself at a given time. */
    MAINTENANCE,
    /** It is switched off. */
    OFF,
    /** It is switched on; its daemons start by themselves. */
    ON,
    /** YARN and HDFS take it back into service. */
    RESTORE;

    /** The key of the file of clusters. */
    public String id() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /**
   * When it is worth it.
   *
   * @param leastNodes so many nodes of the cluster are never off, from 1
   * @param spareNodes so many more than are needed are on, from 0
   * @param factor the energy of a boot counts so many times against what it saves, from 1
   * @param standbyWatts of a node that is off, from 0
   */
  public record Limits(int leastNodes, int spareNodes, double factor, double standbyWatts) {}

  /**
   * How long things take.
   *
   * @param drain the most that a node's containers may take to end
   * @param boot the most from the switching on until HDFS hears of the node
   * @param hook the most that a command may take
   * @param maintenance how long HDFS may do without a node
   */
  public record Times(Duration drain, Duration boot, Duration hook, Duration maintenance) {
    private static final Duration MARGIN = Duration.ofMinutes(5);

    /** So long before HDFS's maintenance of a node ends, it is switched on. */
    public Duration back() {
      return boot.plus(hook).plus(MARGIN);
    }
  }

  /**
   * The program and arguments for a node.
   *
   * @param until when HDFS's maintenance ends, if it is known
   */
  public List<String> command(Hook hook, String node, Optional<Instant> until) {
    String end = until.map(time -> Long.toString(time.toEpochMilli())).orElse("");
    return hooks.get(hook).stream()
        .map(word -> word.replace(NODE, node).replace(UNTIL, end))
        .toList();
  }
}
