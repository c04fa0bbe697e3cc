// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.compatibility;

import java.io.IOException;
import java.util.StringTokenizer;
import org.apache.hadoop.io.IntWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.Mapper;

/** Emits each word of a line with a 1, and reuses both objects, as most mappers do. */
public class WordSplit extends Mapper<Object, Text, Text, IntWritable> {
  private static final IntWritable ONE = new IntWritable(1);
  private final Text word = new Text();

  @Override
  protected void map(Object key, Text line, Context context)
      throws IOException, InterruptedException {
    StringTokenizer words = new StringTokenizer(line.toString());
    while (words.hasMoreTokens()) {
      word.set(words.nextToken());
      context.write(word, ONE);
    }
  }
}
