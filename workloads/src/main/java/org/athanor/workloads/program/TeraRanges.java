// SPDX-License-Identifier: Apache-2.0
package org.athanor.workloads.program;

import java.io.IOException;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.examples.terasort.TeraInputFormat;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.InputSplit;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.RecordReader;
import org.apache.hadoop.mapreduce.TaskAttemptContext;
import org.apache.hadoop.mapreduce.TaskAttemptID;
import org.apache.hadoop.mapreduce.task.TaskAttemptContextImpl;

/**
 * Key ranges, one for each part of TeraSort's output. They are computed like those of Hadoop's
 * TeraSort, so that the part files have the same rows: a sample of up to 100,000 keys, from the
 * beginnings of up to ten splits distributed over the input, is divided into equal parts with the
 * same rounding. Immutable.
 */
public final class TeraRanges implements Serializable {
  private static final long serialVersionUID = 1;
  private static final int SAMPLED_KEYS = 100_000;
  private static final int SAMPLED_SPLITS = 10;
  private static final BytesOrder ORDER = new BytesOrder();

  /** Lowest key of each part except the first, ascending. */
  private final byte[][] bounds;

  private TeraRanges(byte[][] bounds) {
    this.bounds = bounds;
  }

  /**
   * Samples the input.
   *
   * @param input URI or path of TeraGen's rows
   * @param parts number of ranges, at least 1
   */
  public static TeraRanges sample(Configuration configuration, String input, int parts)
      throws IOException, InterruptedException {
    if (parts == 1) {
      return new TeraRanges(new byte[0][]);
    }
    Job job = Job.getInstance(configuration);
    TeraInputFormat.setInputPaths(job, new Path(input));
    TeraInputFormat format = new TeraInputFormat();
    List<InputSplit> splits = format.getSplits(job);
    int chosen = Math.min(SAMPLED_SPLITS, splits.size());
    List<byte[]> keys = new ArrayList<>();
    for (int i = 0; i < chosen; i++) {
      InputSplit split = splits.get((int) ((long) splits.size() * i / chosen));
      TaskAttemptContext context =
          new TaskAttemptContextImpl(job.getConfiguration(), new TaskAttemptID());
      try (RecordReader<Text, Text> reader = format.createRecordReader(split, context)) {
        reader.initialize(split, context);
        int left = SAMPLED_KEYS / chosen;
        while (left-- > 0 && reader.nextKeyValue()) {
          keys.add(reader.getCurrentKey().copyBytes());
        }
      }
    }
    return of(keys, parts);
  }

  /** Returns ranges that divide these sorted keys into equal parts. */
  static TeraRanges of(List<byte[]> keys, int parts) {
    keys.sort(ORDER);
    List<byte[]> bounds = new ArrayList<>();
    float step = keys.size() / (float) parts;
    for (int part = 1; part < parts && !keys.isEmpty(); part++) {
      bounds.add(keys.get(Math.min(Math.round(step * part), keys.size() - 1)));
    }
    return new TeraRanges(bounds.toArray(new byte[0][]));
  }

  /** Returns the number of the part to which a key belongs. */
  public int part(byte[] key) {
    int found = Arrays.binarySearch(bounds, key, ORDER);
    if (found < 0) {
      return -found - 1;
    }
    while (found + 1 < bounds.length && ORDER.compare(bounds[found + 1], key) == 0) {
      found++;
    }
    return found + 1;
  }
}
