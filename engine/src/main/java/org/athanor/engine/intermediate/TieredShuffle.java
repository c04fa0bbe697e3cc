// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.intermediate;

import org.apache.hadoop.mapreduce.task.reduce.Shuffle;

/**
 * Makes a reduce of Hadoop's own MapReduce write fetched and merged map output to the devices that
 * {@code athanor.intermediate.tier} says; else it is Hadoop's shuffle. For {@code
 * mapreduce.job.reduce.shuffle.consumer.plugin.class}, with this jar on the tasks' class path.
 *
 * @param <K> keys of the map output
 * @param <V> values of the map output
 */
public final class TieredShuffle<K, V> extends Shuffle<K, V> {
  @Override
  @SuppressWarnings("rawtypes") // as Hadoop declares it
  public void init(Context context) {
    LocalDirectories.narrow(context.getJobConf());
    super.init(context);
  }
}
