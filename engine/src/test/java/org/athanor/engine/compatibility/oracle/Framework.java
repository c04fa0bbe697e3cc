// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.compatibility.oracle;

import org.apache.hadoop.conf.Configuration;

/** The two sides of a comparison. */
public enum Framework {
  /**
   * The oracle: Hadoop's own in-process runner, or the framework named by {@value
   * #ORACLE_PROPERTY}, such as {@code yarn}.
   */
  HADOOP(System.getProperty(Framework.ORACLE_PROPERTY, "local")),
  /** What is tested: {@code athanor}, or the framework named by {@value #CANDIDATE_PROPERTY}. */
  CANDIDATE(System.getProperty(Framework.CANDIDATE_PROPERTY, "athanor"));

  static final String ORACLE_PROPERTY = "athanor.test.oracle";
  static final String CANDIDATE_PROPERTY = "athanor.test.candidate";

  private final String frameworkName;

  Framework(String frameworkName) {
    this.frameworkName = frameworkName;
  }

  /** The value of {@code mapreduce.framework.name}. */
  public String frameworkName() {
    return frameworkName;
  }

  /** True if this side is Hadoop's {@code local}, which keeps no task reports or events. */
  boolean isHadoopLocal() {
    return frameworkName.equals("local");
  }

  void configure(Configuration conf) {
    conf.set("mapreduce.framework.name", frameworkName);
    if (!isHadoopLocal()) {
      conf.set("athanor.deploy", TestCluster.named().isPresent() ? "yarn" : "embedded");
      // Written after the job's end, into a directory that outlives jobs: no leftover of the job.
      conf.setBoolean("athanor.history.enabled", false);
    }
  }
}
