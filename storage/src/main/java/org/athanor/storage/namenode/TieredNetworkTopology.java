// SPDX-License-Identifier: Apache-2.0
package org.athanor.storage.namenode;

import java.util.List;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Consumer;
import org.apache.hadoop.conf.Configurable;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.net.DFSNetworkTopology;
import org.apache.hadoop.net.Node;
import org.athanor.storage.namenode.StorageMetrics.Count;
import org.athanor.storage.retrieval.RetrievalPolicy;
import org.slf4j.LoggerFactory;

/**
 * Orders the replicas of a block for a reader by the retrieval policy of the rules: a weighted
 * random order by device, load and distance (K. Ravindranathan, 2015, section 4.2.3), where HDFS
 * takes the nearest first. Set as {@code dfs.net.topology.impl}.
 *
 * <p>HDFS keeps stale, slow and decommissioned nodes behind the others, and calls without its lock.
 * Not ordered are striped blocks, which HDFS orders elsewhere. Without rules, for nodes that do not
 * tell their storage, and if a rule fails, the order is HDFS's own.
 */
public class TieredNetworkTopology extends DFSNetworkTopology implements Configurable {
  private static final ThreadLocal<ReplicaOrder> ORDER = ThreadLocal.withInitial(ReplicaOrder::new);

  private final FailureLog failures =
      new FailureLog(LoggerFactory.getLogger(TieredNetworkTopology.class));
  private StorageMetrics metrics = new StorageMetrics();
  private RulesFile rules = RulesFile.none(metrics);
  private Configuration conf = new Configuration(false);

  /** Called by Hadoop before the first use. */
  @Override
  public void setConf(Configuration conf) {
    this.conf = conf;
    try {
      metrics = StorageMetrics.ofProcess();
      rules = RulesFile.of(conf, metrics);
    } catch (RuntimeException | Error e) {
      failures.warn("There are no rules: HDFS orders replicas by itself", e);
    }
  }

  @Override
  public Configuration getConf() {
    return conf;
  }

  @Override
  public <T extends Node> void sortByDistance(
      Node reader, T[] nodes, int activeLen, Consumer<List<T>> secondarySort) {
    if (!order(reader, nodes, activeLen)) {
      super.sortByDistance(reader, nodes, activeLen, secondarySort);
    }
  }

  @Override
  public <T extends Node> void sortByDistanceUsingNetworkLocation(
      Node reader, T[] nodes, int activeLen, Consumer<List<T>> secondarySort) {
    if (!order(reader, nodes, activeLen)) {
      super.sortByDistanceUsingNetworkLocation(reader, nodes, activeLen, secondarySort);
    }
  }

  /** Returns false if HDFS shall order. */
  private boolean order(Node reader, Node[] nodes, int length) {
    try {
      Optional<ActiveRules> active = rules.current();
      if (active.isEmpty() || length < 2) {
        return false;
      }
      boolean ordered =
          ORDER
              .get()
              .order(
                  reader,
                  nodes,
                  length,
                  active.get(),
                  policy(active.get()),
                  ThreadLocalRandom.current());
      if (ordered) {
        metrics.add(Count.RETRIEVALS);
      }
      return ordered;
    } catch (RuntimeException | Error e) {
      metrics.add(Count.RETRIEVAL_FALLBACKS);
      failures.warn("Replicas were not ordered by the rules, but by HDFS", e);
      return false;
    }
  }

  /** The policy of the rules. Tests replace it by one that fails. */
  RetrievalPolicy policy(ActiveRules active) {
    return active.retrieval();
  }
}
