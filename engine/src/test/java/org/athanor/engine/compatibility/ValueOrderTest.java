// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.compatibility;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Random;
import org.apache.hadoop.io.BytesWritable;
import org.apache.hadoop.io.IntWritable;
import org.apache.hadoop.io.MD5Hash;
import org.apache.hadoop.io.SequenceFile;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapred.lib.IdentityMapper;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.Reducer;
import org.apache.hadoop.mapreduce.lib.input.KeyValueTextInputFormat;
import org.apache.hadoop.mapreduce.lib.input.SequenceFileInputFormat;
import org.apache.hadoop.mapreduce.lib.reduce.IntSumReducer;
import org.athanor.engine.compatibility.oracle.Area;
import org.athanor.engine.compatibility.oracle.InputWriter;
import org.athanor.engine.compatibility.oracle.JobCase;
import org.athanor.engine.compatibility.oracle.JobProgram;
import org.athanor.engine.compatibility.oracle.OracleTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Values of equal keys: Hadoop promises no order, but has one as long as each map sorts once and no
 * two maps give a reducer the same number of bytes. Programs came to rely on it.
 */
@Area("Order of values, large values and groups")
class ValueOrderTest extends OracleTest {

  @Test
  void keepsTheOrderOfOneMap() throws Exception {
    check(
        JobCase.of("one map, new API", "duplicate keys with distinct values")
            .input((directory, random) -> Inputs.pairs(directory.resolve("a"), random, 4000, 50))
            .program(newApi(1)));
  }

  @Test
  @Tag("short")
  void keepsTheOrderOfThreeMaps() throws Exception {
    check(
        JobCase.of("three maps, new API", "duplicate keys with distinct values, 2 reduces")
            .input(threeFiles(50))
            .program(newApi(2)));
  }

  @Test
  void keepsTheOrderInTheOldApi() throws Exception {
    check(
        JobCase.of("three maps, old API", "duplicate keys with distinct values, 2 reduces")
            .input(threeFiles(50))
            .program(
                workspace -> {
                  JobConf conf = Jobs.jobConf(workspace, "values-old");
                  conf.setInputFormat(org.apache.hadoop.mapred.KeyValueTextInputFormat.class);
                  conf.setMapperClass(IdentityMapper.class);
                  conf.setReducerClass(Trace.OldApi.class);
                  conf.setNumReduceTasks(2);
                  conf.setOutputKeyClass(Text.class);
                  conf.setOutputValueClass(Text.class);
                  return Jobs.run(conf);
                }));
  }

  @Test
  void keepsTheOrderOfThousandsOfValuesOfOneKey() throws Exception {
    check(
        JobCase.of("three keys", "thousands of values for each key")
            .input(threeFiles(3))
            .program(newApi(1)));
  }

  @Test
  void keepsTheOrderOfElevenMaps() throws Exception {
    check(
        JobCase.of("eleven maps, merge factor 3", "several passes of merging")
            .input(
                (directory, random) -> {
                  for (int i = 0; i < 11; i++) {
                    Inputs.pairs(directory.resolve("f" + i), random, 100 + 37 * (i * 7 % 11), 20);
                  }
                })
            .program(
                workspace -> {
                  Job job = Jobs.job(workspace, "eleven");
                  job.getConfiguration().setInt("mapreduce.task.io.sort.factor", 3);
                  return trace(job, 1);
                }));
  }

  @Test
  void carriesAValueOfTwentyMegabytes() throws Exception {
    check(
        JobCase.of("a value of 20 MB", "a record larger than any buffer")
            .input(ValueOrderTest::oneHugeValue)
            .program(
                workspace -> {
                  Job job = Jobs.job(workspace, "huge");
                  job.getConfiguration().setInt("mapreduce.task.io.sort.mb", 64);
                  job.setInputFormatClass(SequenceFileInputFormat.class);
                  job.setReducerClass(Digest.class);
                  job.setOutputKeyClass(Text.class);
                  job.setOutputValueClass(BytesWritable.class);
                  return Jobs.run(job);
                }));
  }

  @Test
  void countsTwoHundredThousandDistinctWords() throws Exception {
    check(
        JobCase.of("200,000 distinct words", "many groups of one value, 3 reduces, combiner")
            .input(
                (directory, random) -> {
                  StringBuilder text = new StringBuilder();
                  for (int i = 0; i < 200_000; i++) {
                    text.append(Long.toString(random.nextLong() >>> 8, 36));
                    text.append(i % 10 == 9 ? '\n' : ' ');
                  }
                  Inputs.lines(directory.resolve("words"), text.toString());
                })
            .program(
                workspace -> {
                  Job job = Jobs.job(workspace, "distinct");
                  job.setMapperClass(WordSplit.class);
                  job.setCombinerClass(IntSumReducer.class);
                  job.setReducerClass(IntSumReducer.class);
                  job.setNumReduceTasks(3);
                  job.setOutputKeyClass(Text.class);
                  job.setOutputValueClass(IntWritable.class);
                  return Jobs.run(job);
                }));
  }

  private static InputWriter threeFiles(int keys) {
    return (directory, random) -> {
      Inputs.pairs(directory.resolve("a"), random, 1000, keys);
      Inputs.pairs(directory.resolve("b"), random, 5000, keys);
      Inputs.pairs(directory.resolve("c"), random, 2500, keys);
    };
  }

  private static JobProgram newApi(int reduces) {
    return workspace -> trace(Jobs.job(workspace, "values"), reduces);
  }

  private static int trace(Job job, int reduces) throws Exception {
    job.setInputFormatClass(KeyValueTextInputFormat.class);
    job.setReducerClass(Trace.NewApi.class);
    job.setNumReduceTasks(reduces);
    job.setOutputKeyClass(Text.class);
    job.setOutputValueClass(Text.class);
    return Jobs.run(job);
  }

  private static void oneHugeValue(Path directory, Random random) throws IOException {
    byte[] huge = new byte[20 << 20];
    random.nextBytes(huge);
    try (SequenceFile.Writer writer =
        Inputs.sequence(directory.resolve("huge.seq"), Text.class, BytesWritable.class)) {
      writer.append(new Text("small"), new BytesWritable(new byte[] {1}));
      writer.append(new Text("huge"), new BytesWritable(huge));
      writer.append(new Text("small"), new BytesWritable(new byte[] {2}));
    }
  }

  /** Writes length and digest of each value. */
  public static class Digest extends Reducer<Text, BytesWritable, Text, Text> {
    @Override
    protected void reduce(Text key, Iterable<BytesWritable> values, Context context)
        throws IOException, InterruptedException {
      for (BytesWritable value : values) {
        MD5Hash digest = MD5Hash.digest(value.getBytes(), 0, value.getLength());
        context.write(key, new Text(value.getLength() + " " + digest));
      }
    }
  }
}
