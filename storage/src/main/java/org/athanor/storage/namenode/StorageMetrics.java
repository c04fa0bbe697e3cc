// SPDX-License-Identifier: Apache-2.0
package org.athanor.storage.namenode;

import static org.apache.hadoop.metrics2.lib.Interns.info;

import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.atomic.LongAdder;
import org.apache.hadoop.metrics2.MetricsCollector;
import org.apache.hadoop.metrics2.MetricsException;
import org.apache.hadoop.metrics2.MetricsInfo;
import org.apache.hadoop.metrics2.MetricsSource;
import org.apache.hadoop.metrics2.lib.DefaultMetricsSystem;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Counts what the plug-ins of a process do: the source {@value #NAME} of its metrics, which JMX
 * shows as {@code Hadoop:service=NameNode,name=athanor-storage}. Thread-safe; counting takes no
 * lock.
 */
public final class StorageMetrics implements MetricsSource {
  /** The name of the source. */
  public static final String NAME = "athanor-storage";

  private static final Logger LOG = LoggerFactory.getLogger(StorageMetrics.class);
  private static final String DESCRIPTION = "Plug-ins for tiers and regions";

  /** What is counted, from 0 at the start of the process. */
  public enum Count {
    PLACEMENTS("PlacementDecisions", "Calls for targets of a block that rules decided"),
    PLACEMENTS_DEGRADED(
        "PlacementDegraded",
        "Replicas on another tier, or not in the rack or region, of their rule"),
    PLACEMENT_FALLBACKS(
        "PlacementFallbacks", "Calls for targets in which a rule failed, so that HDFS decided"),
    PLACEMENTS_SHARED_HOST(
        "PlacementSharedHost",
        "Replicas on a host with another one of the block, for want of hosts"),
    RETRIEVALS("RetrievalDecisions", "Blocks whose replicas rules ordered for a reader"),
    RETRIEVAL_FALLBACKS("RetrievalFallbacks", "Blocks that HDFS ordered because a rule failed"),
    DELETIONS("DeletionDecisions", "Blocks with too many replicas that rules decided on"),
    DELETION_FALLBACKS(
        "DeletionFallbacks", "Blocks with too many replicas that HDFS decided on: a rule failed"),
    MOVE_FALLBACKS("MoveFallbacks", "Moves of replicas that HDFS decided on: a rule failed"),
    RULES_LOADED("RulesLoaded", "Contents of the rules file that took effect"),
    RULES_REFUSED("RulesRefused", "Contents of the rules file that were not valid or not readable");

    private final String label;
    private final String description;

    Count(String label, String description) {
      this.label = label;
      this.description = description;
    }
  }

  private static final MetricsInfo RECORD = info(NAME, DESCRIPTION);
  private static final MetricsInfo VERSION =
      info("RulesVersion", "Version of the rules in force; 0 if there are none");

  private static final StorageMetrics OF_PROCESS = new StorageMetrics();

  private final Map<Count, LongAdder> counts = new EnumMap<>(Count.class);
  private volatile long rulesVersion;

  StorageMetrics() {
    for (Count count : Count.values()) {
      counts.put(count, new LongAdder());
    }
  }

  /**
   * The source of this process. All plug-ins share it, also if they are created again. A process
   * that refuses the source has its counts, but does not show them.
   */
  static synchronized StorageMetrics ofProcess() {
    if (DefaultMetricsSystem.instance().getSource(NAME) != OF_PROCESS) {
      try {
        DefaultMetricsSystem.instance().register(NAME, DESCRIPTION, OF_PROCESS);
      } catch (MetricsException e) {
        LOG.warn("The metrics {} are not shown", NAME, e);
      }
    }
    return OF_PROCESS;
  }

  /** Counts one. */
  void add(Count count) {
    add(count, 1);
  }

  /** Counts several. */
  void add(Count count, int number) {
    counts.get(count).add(number);
  }

  /** How many were counted. */
  public long get(Count count) {
    return counts.get(count).sum();
  }

  void rulesVersion(long version) {
    rulesVersion = version;
  }

  /** The version of the rules in force; 0 if there are none. */
  public long rulesVersion() {
    return rulesVersion;
  }

  @Override
  public void getMetrics(MetricsCollector collector, boolean all) {
    var record = collector.addRecord(RECORD).setContext("dfs").addGauge(VERSION, rulesVersion);
    for (Count count : Count.values()) {
      record.addCounter(info(count.label, count.description), get(count));
    }
  }
}
