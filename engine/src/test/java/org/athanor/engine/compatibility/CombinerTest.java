// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.compatibility;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.Iterator;
import org.apache.hadoop.io.IntWritable;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.RawComparator;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.io.WritableComparable;
import org.apache.hadoop.io.WritableComparator;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapred.MapReduceBase;
import org.apache.hadoop.mapred.OutputCollector;
import org.apache.hadoop.mapred.Reporter;
import org.apache.hadoop.mapred.lib.LongSumReducer;
import org.apache.hadoop.mapred.lib.TokenCountMapper;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.Mapper;
import org.apache.hadoop.mapreduce.Partitioner;
import org.apache.hadoop.mapreduce.Reducer;
import org.apache.hadoop.mapreduce.TaskCounter;
import org.apache.hadoop.mapreduce.lib.input.KeyValueTextInputFormat;
import org.apache.hadoop.mapreduce.lib.reduce.IntSumReducer;
import org.athanor.engine.compatibility.oracle.Area;
import org.athanor.engine.compatibility.oracle.JobCase;
import org.athanor.engine.compatibility.oracle.OracleTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Area("Combiners, grouping, partitioning")
@SuppressWarnings("SameNameButDifferent") // Context, in mappers and reducers
class CombinerTest extends OracleTest {

  @Test
  @Tag("short")
  void combinesWithTheNewApi() throws Exception {
    check(
        JobCase.of("combiner, new API", "combiner and its counters, 3 maps, 2 reduces")
            .input(Inputs::threeTexts)
            .program(
                workspace -> {
                  Job job = Jobs.job(workspace, "combine");
                  job.setMapperClass(WordSplit.class);
                  job.setCombinerClass(IntSumReducer.class);
                  job.setReducerClass(IntSumReducer.class);
                  job.setNumReduceTasks(2);
                  job.setOutputKeyClass(Text.class);
                  job.setOutputValueClass(IntWritable.class);
                  return Jobs.run(job);
                })
            .verifying(
                observed ->
                    assertThat(observed.job().counter(TaskCounter.COMBINE_INPUT_RECORDS))
                        .isPositive()));
  }

  @Test
  void combinesWithTheOldApi() throws Exception {
    check(
        JobCase.of("combiner, old API", "combiner, TokenCountMapper, LongSumReducer")
            .input(Inputs::threeTexts)
            .program(
                workspace -> {
                  JobConf conf = Jobs.jobConf(workspace, "combine-old");
                  conf.setMapperClass(TokenCountMapper.class);
                  conf.setCombinerClass(LongSumReducer.class);
                  conf.setReducerClass(LongSumReducer.class);
                  conf.setNumReduceTasks(2);
                  conf.setOutputKeyClass(Text.class);
                  conf.setOutputValueClass(LongWritable.class);
                  return Jobs.run(conf);
                }));
  }

  @Test
  void givesTheSameSumsHoweverOftenACombinerRuns() throws Exception {
    String often = "Hadoop spills and combines several times with so small a sort buffer";
    check(
        JobCase.of("combiner with spills", "mapreduce.task.io.sort.mb=1, 150,000 words in a map")
            .input((directory, random) -> Inputs.words(directory.resolve("a"), random, 28_000))
            .program(
                workspace -> {
                  Job job = Jobs.job(workspace, "spills");
                  job.getConfiguration().setInt("mapreduce.task.io.sort.mb", 1);
                  job.setMapperClass(WordSplit.class);
                  job.setCombinerClass(IntSumReducer.class);
                  job.setReducerClass(IntSumReducer.class);
                  job.setNumReduceTasks(2);
                  job.setOutputKeyClass(Text.class);
                  job.setOutputValueClass(IntWritable.class);
                  return Jobs.run(job);
                })
            .meaning("org.apache.hadoop.mapreduce.TaskCounter|COMBINE_INPUT_RECORDS", often)
            .meaning("org.apache.hadoop.mapreduce.TaskCounter|COMBINE_OUTPUT_RECORDS", often)
            .meaning("org.apache.hadoop.mapreduce.TaskCounter|REDUCE_INPUT_RECORDS", often));
  }

  @Test
  void groupsTheCombinersInputByItsOwnComparator() throws Exception {
    check(
        JobCase.of("combiner grouping comparator", "setCombinerKeyGroupingComparatorClass")
            .input((directory, random) -> Inputs.words(directory.resolve("a"), random, 300))
            .program(
                workspace -> {
                  Job job = Jobs.job(workspace, "combiner-grouping");
                  job.setMapperClass(WordSplit.class);
                  job.setCombinerClass(IntSumReducer.class);
                  job.setCombinerKeyGroupingComparatorClass(FirstTwoLetters.class);
                  job.setReducerClass(IntSumReducer.class);
                  job.setOutputKeyClass(Text.class);
                  job.setOutputValueClass(IntWritable.class);
                  return Jobs.run(job);
                }));
  }

  @Test
  void combinerMayDropAndChangeRecords() throws Exception {
    check(
        JobCase.of("combiner that filters", "combiner emitting fewer and other keys, user counters")
            .input(Inputs::threeTexts)
            .program(
                workspace -> {
                  Job job = Jobs.job(workspace, "filter");
                  job.setMapperClass(WordSplit.class);
                  job.setCombinerClass(DropRareWords.class);
                  job.setReducerClass(IntSumReducer.class);
                  job.setOutputKeyClass(Text.class);
                  job.setOutputValueClass(IntWritable.class);
                  return Jobs.run(job);
                }));
  }

  @Test
  @Tag("short")
  void sortsValuesByASecondaryKey() throws Exception {
    check(
        JobCase.of("secondary sort, new API", "grouping comparator, partitioner by part of the key")
            .input((directory, random) -> Inputs.pairs(directory.resolve("a"), random, 900, 40))
            .program(
                workspace -> {
                  Job job = Jobs.job(workspace, "secondary");
                  job.setInputFormatClass(KeyValueTextInputFormat.class);
                  job.setMapperClass(ValueIntoKey.class);
                  job.setPartitionerClass(ByFirstField.class);
                  job.setGroupingComparatorClass(FirstField.class);
                  job.setReducerClass(Trace.NewApi.class);
                  job.setNumReduceTasks(3);
                  job.setOutputKeyClass(Text.class);
                  job.setOutputValueClass(Text.class);
                  return Jobs.run(job);
                }));
  }

  @Test
  void groupsValuesWithTheOldApi() throws Exception {
    check(
        JobCase.of("secondary sort, old API", "setOutputValueGroupingComparator, key comparator")
            .input((directory, random) -> Inputs.pairs(directory.resolve("a"), random, 900, 40))
            .program(
                workspace -> {
                  JobConf conf = Jobs.jobConf(workspace, "secondary-old");
                  conf.setInputFormat(org.apache.hadoop.mapred.KeyValueTextInputFormat.class);
                  conf.setMapperClass(OldValueIntoKey.class);
                  conf.setPartitionerClass(OldByFirstField.class);
                  conf.setOutputValueGroupingComparator(FirstField.class);
                  conf.setOutputKeyComparatorClass(Backwards.class);
                  conf.setReducerClass(Trace.OldApi.class);
                  conf.setNumReduceTasks(3);
                  conf.setOutputKeyClass(Text.class);
                  conf.setOutputValueClass(Text.class);
                  return Jobs.run(conf);
                }));
  }

  @Test
  void failsAJobWhosePartitionerIsOutOfRange() throws Exception {
    check(
        JobCase.of("partition out of range", "a partitioner that returns a negative number")
            .input((directory, random) -> Inputs.words(directory.resolve("a"), random, 5))
            .program(
                workspace -> {
                  Job job = Jobs.job(workspace, "bad-partitioner");
                  job.setMapperClass(WordSplit.class);
                  job.setPartitionerClass(OutOfRange.class);
                  job.setNumReduceTasks(2);
                  job.setOutputKeyClass(Text.class);
                  job.setOutputValueClass(IntWritable.class);
                  return Jobs.run(job);
                })
            .failing());
  }

  /** Orders and groups texts by their first two bytes. */
  public static class FirstTwoLetters extends WritableComparator {
    public FirstTwoLetters() {
      super(Text.class, true);
    }

    @Override
    @SuppressWarnings("rawtypes") // Hadoop's signature
    public int compare(WritableComparable a, WritableComparable b) {
      return head(a).compareTo(head(b));
    }

    private static String head(Object text) {
      String word = text.toString();
      return word.substring(0, Math.min(2, word.length()));
    }
  }

  /** Groups "a:b" texts by what precedes the colon; compares serialised texts. */
  public static class FirstField implements RawComparator<Text> {
    @Override
    public int compare(byte[] b1, int s1, int l1, byte[] b2, int s2, int l2) {
      return WritableComparator.compareBytes(
          b1, s1 + 1, length(b1, s1, l1), b2, s2 + 1, length(b2, s2, l2));
    }

    private static int length(byte[] bytes, int start, int length) {
      int end = start + 1;
      while (end < start + length && bytes[end] != ':') {
        end++;
      }
      return end - start - 1;
    }

    @Override
    public int compare(Text a, Text b) {
      return field(a).compareTo(field(b));
    }
  }

  static String field(Object text) {
    String all = text.toString();
    return all.substring(0, all.indexOf(':'));
  }

  /** Texts in descending order. */
  public static class Backwards extends Text.Comparator {
    @Override
    public int compare(byte[] b1, int s1, int l1, byte[] b2, int s2, int l2) {
      return super.compare(b2, s2, l2, b1, s1, l1);
    }
  }

  /** (k, v) to (k:v, v). */
  public static class ValueIntoKey extends Mapper<Text, Text, Text, Text> {
    @Override
    protected void map(Text key, Text value, Context context)
        throws IOException, InterruptedException {
      context.write(new Text(key + ":" + value), value);
    }
  }

  /** The same in the old API. */
  public static class OldValueIntoKey extends MapReduceBase
      implements org.apache.hadoop.mapred.Mapper<Text, Text, Text, Text> {
    @Override
    public void map(Text key, Text value, OutputCollector<Text, Text> output, Reporter reporter)
        throws IOException {
      output.collect(new Text(key + ":" + value), value);
    }
  }

  /** Partitions by what precedes the colon. */
  public static class ByFirstField extends Partitioner<Text, Text> {
    @Override
    public int getPartition(Text key, Text value, int partitions) {
      return Math.floorMod(field(key).hashCode(), partitions);
    }
  }

  /** The same in the old API. */
  public static class OldByFirstField implements org.apache.hadoop.mapred.Partitioner<Text, Text> {
    @Override
    public void configure(JobConf conf) {}

    @Override
    public int getPartition(Text key, Text value, int partitions) {
      return Math.floorMod(field(key).hashCode(), partitions);
    }
  }

  /** Never a valid partition. */
  public static class OutOfRange extends Partitioner<Text, IntWritable> {
    @Override
    public int getPartition(Text key, IntWritable value, int partitions) {
      return -1;
    }
  }

  /** Drops what a map saw once, and counts it. */
  public static class DropRareWords extends Reducer<Text, IntWritable, Text, IntWritable> {
    @Override
    protected void reduce(Text key, Iterable<IntWritable> values, Context context)
        throws IOException, InterruptedException {
      int sum = 0;
      for (Iterator<IntWritable> i = values.iterator(); i.hasNext(); ) {
        sum += i.next().get();
      }
      context.getCounter("combiner", sum < 2 ? "dropped" : "kept").increment(1);
      if (sum >= 2) {
        context.write(key, new IntWritable(sum));
      }
    }
  }
}
