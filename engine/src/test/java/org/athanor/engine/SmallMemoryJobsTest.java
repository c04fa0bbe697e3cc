// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.StringTokenizer;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.io.IntWritable;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.SequenceFile;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapred.JobClient;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapred.MapReduceBase;
import org.apache.hadoop.mapred.OutputCollector;
import org.apache.hadoop.mapred.Reporter;
import org.apache.hadoop.mapred.RunningJob;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.JobStatus;
import org.apache.hadoop.mapreduce.Mapper;
import org.apache.hadoop.mapreduce.Reducer;
import org.apache.hadoop.mapreduce.TaskCounter;
import org.apache.hadoop.mapreduce.lib.input.SequenceFileInputFormat;
import org.apache.hadoop.mapreduce.lib.output.SequenceFileOutputFormat;
import org.apache.hadoop.mapreduce.lib.partition.HashPartitioner;
import org.apache.hadoop.util.QuickSort;
import org.athanor.testkit.Seeds;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Compares jobs with random input and very little memory with simple computations in Java. */
@SuppressWarnings("SameNameButDifferent") // Context, in mappers and reducers
class SmallMemoryJobsTest extends JobFixture {
  /** Emits each word with a 1. */
  static final class Words extends Mapper<LongWritable, Text, Text, IntWritable> {
    private static final IntWritable ONE = new IntWritable(1);
    private final Text word = new Text();

    @Override
    protected void map(LongWritable key, Text line, Context context)
        throws IOException, InterruptedException {
      for (StringTokenizer words = new StringTokenizer(line.toString()); words.hasMoreTokens(); ) {
        word.set(words.nextToken());
        context.write(word, ONE);
      }
    }
  }

  /** Adds up the numbers of a key. */
  static final class Sum extends Reducer<Text, IntWritable, Text, IntWritable> {
    @Override
    protected void reduce(Text key, Iterable<IntWritable> values, Context context)
        throws IOException, InterruptedException {
      int sum = 0;
      for (IntWritable value : values) {
        sum += value.get();
      }
      context.write(key, new IntWritable(sum));
    }
  }

  /** {@link Words} in the old API. */
  static final class OldWords extends MapReduceBase
      implements org.apache.hadoop.mapred.Mapper<LongWritable, Text, Text, IntWritable> {
    @Override
    public void map(
        LongWritable key, Text line, OutputCollector<Text, IntWritable> output, Reporter reporter)
        throws IOException {
      for (StringTokenizer words = new StringTokenizer(line.toString()); words.hasMoreTokens(); ) {
        output.collect(new Text(words.nextToken()), new IntWritable(1));
      }
    }
  }

  /** {@link Sum} in the old API. */
  static final class OldSum extends MapReduceBase
      implements org.apache.hadoop.mapred.Reducer<Text, IntWritable, Text, IntWritable> {
    @Override
    public void reduce(
        Text key,
        Iterator<IntWritable> values,
        OutputCollector<Text, IntWritable> output,
        Reporter reporter)
        throws IOException {
      int sum = 0;
      while (values.hasNext()) {
        sum += values.next().get();
      }
      output.collect(key, new IntWritable(sum));
    }
  }

  /** Emits the part of a line before the tabulator as key, the rest as value. */
  static final class KeyAndRest extends Mapper<LongWritable, Text, Text, Text> {
    @Override
    protected void map(LongWritable key, Text line, Context context)
        throws IOException, InterruptedException {
      String text = line.toString();
      int tab = text.indexOf('\t');
      context.write(new Text(text.substring(0, tab)), new Text(text.substring(tab + 1)));
    }
  }

  /** Writes each value with its key. */
  static final class WriteAll extends Reducer<Text, Text, Text, Text> {
    @Override
    protected void reduce(Text key, Iterable<Text> values, Context context)
        throws IOException, InterruptedException {
      for (Text value : values) {
        context.write(key, value);
      }
    }
  }

  private static Random random(String name) {
    return Seeds.of("SmallMemoryJobs " + name);
  }

  /** Settings that make memory scarce in different ways. */
  private Configuration scarce(Random random) {
    Configuration conf = conf();
    conf.set("athanor.pool.size", random.nextBoolean() ? "8m" : "32m");
    conf.set("athanor.buffer.size", random.nextBoolean() ? "4k" : "64k");
    conf.setInt("athanor.threads", 1 + random.nextInt(4));
    conf.setInt("mapreduce.input.fileinputformat.split.maxsize", 20_000 + random.nextInt(200_000));
    return conf;
  }

  private Map<String, Integer> randomWords(Random random, int files, int words) throws IOException {
    Map<String, Integer> counts = new TreeMap<>();
    for (int file = 0; file < files; file++) {
      StringBuilder text = new StringBuilder();
      for (int i = 0; i < words; i++) {
        String word = "w" + (int) Math.pow(random.nextInt(40), 1 + random.nextInt(4));
        counts.merge(word, 1, Integer::sum);
        text.append(word).append(random.nextInt(12) == 0 ? "\n" : " ");
      }
      input("text" + file, text.append('\n').toString());
    }
    return counts;
  }

  private void assertCounts(Map<String, Integer> expected) throws IOException {
    Map<String, Integer> actual = new HashMap<>();
    for (String line : outputLines()) {
      String[] fields = line.split("\t", -1);
      assertThat(actual.put(fields[0], Integer.valueOf(fields[1]))).as(line).isNull();
    }
    assertThat(actual).isEqualTo(expected);
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2, 3})
  void countsWords(int round) throws Exception {
    Random random = random("words " + round);
    Map<String, Integer> expected = randomWords(random, 1 + random.nextInt(3), 30_000);
    Job job = job(scarce(random));
    job.setMapperClass(Words.class);
    if (round % 2 == 0) {
      job.setCombinerClass(Sum.class);
    }
    job.setReducerClass(Sum.class);
    job.setOutputKeyClass(Text.class);
    job.setOutputValueClass(IntWritable.class);
    job.setNumReduceTasks(1 + random.nextInt(4));
    Ended ended = run(job);
    assertThat(ended.state()).isEqualTo(JobStatus.State.SUCCEEDED);
    assertThat(ended.failureInfo()).isEmpty();
    assertCounts(expected);
    long emitted = expected.values().stream().mapToLong(Integer::longValue).sum();
    assertThat(ended.counters().findCounter(TaskCounter.MAP_OUTPUT_RECORDS).getValue())
        .isEqualTo(emitted);
    assertThat(ended.counters().findCounter(TaskCounter.REDUCE_OUTPUT_RECORDS).getValue())
        .isEqualTo(expected.size());
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1})
  void countsWordsWithTheOldApi(int round) throws Exception {
    Random random = random("old words " + round);
    Map<String, Integer> expected = randomWords(random, 2, 20_000);
    JobConf conf = new JobConf(scarce(random));
    org.apache.hadoop.mapred.FileInputFormat.setInputPaths(
        conf, new org.apache.hadoop.fs.Path(input().toUri()));
    org.apache.hadoop.mapred.FileOutputFormat.setOutputPath(
        conf, new org.apache.hadoop.fs.Path(output().toUri()));
    conf.setMapperClass(OldWords.class);
    if (round == 0) {
      conf.setCombinerClass(OldSum.class);
    }
    conf.setReducerClass(OldSum.class);
    conf.setOutputKeyClass(Text.class);
    conf.setOutputValueClass(IntWritable.class);
    conf.setNumReduceTasks(3);
    RunningJob running = JobClient.runJob(conf);
    assertThat(running.isSuccessful()).isTrue();
    awaitEnd(running.getID());
    assertNothingIsLeft();
    assertCounts(expected);
  }

  /** Returns lines of key, tab and value; the value may be larger than a buffer or the pool. */
  private List<String> randomLines(Random random, int n, int largest) throws IOException {
    List<String> lines = new ArrayList<>();
    for (int i = 0; i < n; i++) {
      String key = Integer.toString(random.nextInt(n / 2), 36);
      int length = random.nextInt(200) == 0 ? random.nextInt(largest) : random.nextInt(40);
      lines.add(key + "\t" + i + "v".repeat(length));
    }
    for (int file = 0; file < 3; file++) {
      input(
          "lines" + file,
          String.join("\n", lines.subList(n * file / 3, n * (file + 1) / 3)) + "\n");
    }
    return lines;
  }

  private Job sort(Configuration conf, int reduces) throws IOException {
    Job job = job(conf);
    job.setMapperClass(KeyAndRest.class);
    job.setReducerClass(WriteAll.class);
    job.setOutputKeyClass(Text.class);
    job.setOutputValueClass(Text.class);
    job.setNumReduceTasks(reduces);
    return job;
  }

  /** Checks partitions and the order of keys. Other tests check the order of a key's values. */
  private void assertSorted(List<String> lines, int reduces) throws IOException {
    assertSorted(outputLines(), lines, reduces);
  }

  private static void assertSorted(List<String> actual, List<String> lines, int reduces) {
    Comparator<String> byPartitionAndKey =
        Comparator.comparingInt((String line) -> partition(line, reduces))
            .thenComparing(SmallMemoryJobsTest::key);
    assertThat(actual).isSortedAccordingTo(byPartitionAndKey);
    actual.sort(Comparator.naturalOrder());
    List<String> expected = new ArrayList<>(lines);
    expected.sort(Comparator.naturalOrder());
    assertThat(actual.equals(expected)).as("same lines").isTrue();
  }

  private static Text key(String line) {
    return new Text(line.substring(0, line.indexOf('\t')));
  }

  private static int partition(String line, int reduces) {
    return new HashPartitioner<Text, Text>().getPartition(key(line), null, reduces);
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2})
  void sortsRecordsOfAnySize(int round) throws Exception {
    Random random = random("sort " + round);
    Configuration conf = scarce(random);
    conf.set("athanor.pool.size", "8m");
    int reduces = 1 + random.nextInt(3);
    List<String> lines = randomLines(random, 3000, round == 0 ? 4_000_000 : 100_000);
    Ended ended = run(sort(conf, reduces));
    assertThat(ended.state()).isEqualTo(JobStatus.State.SUCCEEDED);
    assertSorted(lines, reduces);
    if (round == 0) {
      // 15 records of 2 MB on average do not fit into 8 MB.
      assertThat(ended.counters().findCounter(TaskCounter.SPILLED_RECORDS).getValue()).isPositive();
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1})
  void passesRecordsOfAnySizeThroughIdentities(int round) throws Exception {
    Random random = random("identity " + round);
    Configuration conf = scarce(random);
    conf.set("athanor.pool.size", "8m");
    List<String> lines = randomLines(random, 3000, round == 0 ? 4_000_000 : 100_000);
    try (Stream<Path> texts = Files.list(input())) {
      for (Path text : texts.toList()) {
        toSequenceFile(conf, text);
      }
    }
    int reduces = 1 + random.nextInt(3);
    Job job = job(conf);
    job.setInputFormatClass(SequenceFileInputFormat.class);
    job.setOutputFormatClass(SequenceFileOutputFormat.class);
    job.setOutputKeyClass(Text.class);
    job.setOutputValueClass(Text.class);
    job.setNumReduceTasks(reduces);
    Ended ended = run(job);
    assertThat(ended.state()).isEqualTo(JobStatus.State.SUCCEEDED);
    assertSorted(sequenceFileLines(conf, reduces), lines, reduces);
    if (round == 0) {
      assertThat(ended.counters().findCounter(TaskCounter.SPILLED_RECORDS).getValue()).isPositive();
    }
  }

  private static void toSequenceFile(Configuration conf, Path text) throws IOException {
    try (SequenceFile.Writer out =
        SequenceFile.createWriter(
            conf,
            SequenceFile.Writer.file(new org.apache.hadoop.fs.Path(text + ".seq")),
            SequenceFile.Writer.keyClass(Text.class),
            SequenceFile.Writer.valueClass(Text.class),
            SequenceFile.Writer.compression(SequenceFile.CompressionType.NONE))) {
      for (String line : Files.readAllLines(text)) {
        out.append(key(line), new Text(line.substring(line.indexOf('\t') + 1)));
      }
    }
    Files.delete(text);
  }

  private List<String> sequenceFileLines(Configuration conf, int reduces) throws IOException {
    List<String> lines = new ArrayList<>();
    Text key = new Text();
    Text value = new Text();
    for (int part = 0; part < reduces; part++) {
      Path file = output().resolve(String.format(Locale.ROOT, "part-r-%05d", part));
      try (SequenceFile.Reader in =
          new SequenceFile.Reader(
              conf, SequenceFile.Reader.file(new org.apache.hadoop.fs.Path(file.toUri())))) {
        while (in.next(key, value)) {
          lines.add(key + "\t" + value);
        }
      }
    }
    return lines;
  }

  /**
   * Each run needs at least one buffer of 1 MiB, and the pool has 5. So most runs are on disk, more
   * than the 4 that can be merged at once.
   */
  @Test
  void mergesRunsFirstIfAReduceCannotReadAllOfThemAtOnce() throws Exception {
    Configuration conf = conf();
    conf.set("athanor.buffer.size", "1m");
    conf.setInt("athanor.threads", 1);
    List<String> lines = randomLines(random("merges"), 90_000, 100);
    Ended ended = run(sort(conf, 3));
    assertThat(ended.state()).isEqualTo(JobStatus.State.SUCCEEDED);
    assertSorted(lines, 3);
    assertThat(ended.counters().findCounter(TaskCounter.SPILLED_RECORDS).getValue()).isPositive();
  }

  @Test
  void sortsNothing() throws Exception {
    input("empty", "");
    Ended ended = run(sort(conf(), 2));
    assertThat(ended.state()).isEqualTo(JobStatus.State.SUCCEEDED);
    assertThat(outputLines()).isEmpty();
    assertThat(output().resolve("_SUCCESS")).exists();
  }

  @Test
  void usesTheSortThatTheJobNames() throws Exception {
    Configuration conf = conf();
    conf.setClass("map.sort.class", Remembered.class, org.apache.hadoop.util.IndexedSorter.class);
    input("one", "k\t1\nk\t2\nk\t3\n");
    Remembered.used = false;
    assertThat(run(sort(conf, 1)).state()).isEqualTo(JobStatus.State.SUCCEEDED);
    assertThat(Remembered.used).isTrue();
  }

  /** Records that it was used. It delegates to QuickSort, which is final. */
  static final class Remembered implements org.apache.hadoop.util.IndexedSorter {
    static volatile boolean used;

    private final QuickSort real = new QuickSort();

    @Override
    public void sort(org.apache.hadoop.util.IndexedSortable s, int left, int right) {
      used = true;
      real.sort(s, left, right);
    }

    @Override
    public void sort(
        org.apache.hadoop.util.IndexedSortable s,
        int left,
        int right,
        org.apache.hadoop.util.Progressable progress) {
      sort(s, left, right);
    }
  }
}
