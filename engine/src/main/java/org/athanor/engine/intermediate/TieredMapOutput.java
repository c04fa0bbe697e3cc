// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.intermediate;

import java.io.IOException;
import org.apache.hadoop.mapred.MapTask;

/**
 * Makes a map of Hadoop's own MapReduce write its output to the devices that {@code
 * athanor.intermediate.tier} says; else it is Hadoop's collector. For {@code
 * mapreduce.job.map.output.collector.class}, with this jar on the class path of the tasks.
 *
 * @param <K> keys of the map output
 * @param <V> values of the map output
 */
public final class TieredMapOutput<K, V> extends MapTask.MapOutputBuffer<K, V> {
  @Override
  public void init(Context context) throws IOException, ClassNotFoundException {
    LocalDirectories.narrow(context.getJobConf());
    super.init(context);
  }
}
