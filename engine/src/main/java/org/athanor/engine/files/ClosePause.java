// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.files;

import java.util.Map;

/**
 * How soon HDFS is asked again whether the last block of a file that is closed has arrived. If the
 * NameNode has not heard of it from the DataNode, which is likely on a busy machine, Hadoop's
 * clients pause for 400 ms, for each file of a submission and each file that a job writes. Here it
 * is asked more often, for as long in all.
 */
public final class ClosePause {
  /** The first pause; each is twice the one before. Hadoop has no constants for clients. */
  private static final String FIRST =
      "dfs.client.block.write.locateFollowingBlock.initial.delay.ms";

  private static final String RETRIES = "dfs.client.block.write.locateFollowingBlock.retries";

  /** 12.8 s in all, as Hadoop's five retries from 400 ms on. */
  private static final Map<String, String> SETTINGS = Map.of(FIRST, "25", RETRIES, "9");

  private ClosePause() {}

  /** Returns the settings of a client. They belong together: who has set one gets none of them. */
  public static Map<String, String> settings() {
    return SETTINGS;
  }
}
