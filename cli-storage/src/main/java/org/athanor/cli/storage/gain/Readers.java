// SPDX-License-Identifier: Apache-2.0
package org.athanor.cli.storage.gain;

import java.util.Optional;
import org.athanor.simulator.run.HdfsRules;
import org.athanor.storage.rules.StorageRules;

/**
 * How clients choose the replica that they read.
 *
 * @param rules of the simulated HDFS
 * @param text in words
 */
public record Readers(HdfsRules rules, String text) {

  /** As HDFS does without plug-ins. */
  public static Readers stock() {
    return new Readers(
        HdfsRules.stock(),
        "clients read the nearest replica, as HDFS does by itself, whatever device it is on");
  }

  /** By the retrieval policy of the NameNode's plug-ins. */
  public static Readers of(StorageRules rules) {
    return new Readers(
        new HdfsRules(
            Optional.empty(),
            Optional.of(rules.retrieval().policy(rules.tiers())),
            Optional.of(rules.tiers()),
            rules.regions()),
        "clients choose replicas by the rules' retrieval policy " + rules.retrieval().id());
  }
}
