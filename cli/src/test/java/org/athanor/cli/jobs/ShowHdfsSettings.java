// SPDX-License-Identifier: Apache-2.0
package org.athanor.cli.jobs;

import org.apache.hadoop.hdfs.HdfsConfiguration;
import org.apache.hadoop.hdfs.client.HdfsClientConfigKeys.BlockWrite;

/** Prints how a client of HDFS closes files, as it reads the settings when a driver begins. */
public final class ShowHdfsSettings {
  private ShowHdfsSettings() {}

  public static void main(String[] args) {
    HdfsConfiguration conf = new HdfsConfiguration();
    System.out.println(
        "pause "
            + conf.get(BlockWrite.LOCATEFOLLOWINGBLOCK_INITIAL_DELAY_MS_KEY)
            + " retries "
            + conf.get(BlockWrite.LOCATEFOLLOWINGBLOCK_RETRIES_KEY));
  }
}
