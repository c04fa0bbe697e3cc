// SPDX-License-Identifier: Apache-2.0
package org.athanor.simulator.run;

import org.athanor.simulator.mapreduce.Framework;
import org.athanor.simulator.mapreduce.MapReduceSettings;

/** Settings in which nothing takes time but what a test asks for; each can be changed. */
final class Settings {
  Framework framework = Framework.HADOOP;
  long blockBytes = 100;
  int replication = 1;
  double jobStart;
  double jobEnd;
  double taskStart;
  double taskStartCore;
  double taskStartCores = 1;
  double slowstart = 1;
  int copies = 5;
  long sortBytes = 1_000_000;
  long mergeBytes = 1_000_000;
  long nodeBytes = 1_000_000;
  double heartbeat;
  int heartbeatTasks = 1;
  double rackWait;
  double anyWait;
  boolean readsMapOutput = true;
  boolean exact = true;

  MapReduceSettings build() {
    return new MapReduceSettings(
        framework,
        new MapReduceSettings.Output(blockBytes, replication),
        new MapReduceSettings.Start(jobStart, jobEnd, taskStart, taskStartCore, taskStartCores),
        new MapReduceSettings.Assignment(rackWait, anyWait, heartbeat, heartbeatTasks),
        new MapReduceSettings.Shuffle(
            slowstart, copies, sortBytes, mergeBytes, nodeBytes, readsMapOutput && exact, exact));
  }
}
