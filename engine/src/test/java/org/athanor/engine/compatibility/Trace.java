// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.compatibility;

import java.io.IOException;
import java.util.Iterator;
import java.util.StringJoiner;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapred.MapReduceBase;
import org.apache.hadoop.mapred.OutputCollector;
import org.apache.hadoop.mapred.Reporter;
import org.apache.hadoop.mapreduce.Reducer;

/** Reducers that make groups and the order of their values visible. */
final class Trace {
  private Trace() {}

  /** Writes, for each group, its last key and all values in order. */
  public static class NewApi extends Reducer<Object, Object, Text, Text> {
    @Override
    protected void reduce(Object key, Iterable<Object> values, Context context)
        throws IOException, InterruptedException {
      StringJoiner all = new StringJoiner(",");
      for (Object value : values) {
        all.add(String.valueOf(value));
      }
      context.write(new Text(String.valueOf(key)), new Text(all.toString()));
    }
  }

  /** The same in the old API. */
  public static class OldApi extends MapReduceBase
      implements org.apache.hadoop.mapred.Reducer<Object, Object, Text, Text> {
    @Override
    public void reduce(
        Object key, Iterator<Object> values, OutputCollector<Text, Text> output, Reporter reporter)
        throws IOException {
      StringJoiner all = new StringJoiner(",");
      while (values.hasNext()) {
        all.add(String.valueOf(values.next()));
      }
      output.collect(new Text(String.valueOf(key)), new Text(all.toString()));
    }
  }
}
