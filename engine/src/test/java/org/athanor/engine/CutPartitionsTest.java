// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.io.WritableComparator;
import org.apache.hadoop.io.compress.GzipCodec;
import org.apache.hadoop.mapred.JobClient;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapred.MapReduceBase;
import org.apache.hadoop.mapred.OutputCollector;
import org.apache.hadoop.mapred.Reporter;
import org.apache.hadoop.mapred.RunningJob;
import org.apache.hadoop.mapreduce.Counter;
import org.apache.hadoop.mapreduce.CounterGroup;
import org.apache.hadoop.mapreduce.Counters;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.JobCounter;
import org.apache.hadoop.mapreduce.JobID;
import org.apache.hadoop.mapreduce.JobStatus;
import org.apache.hadoop.mapreduce.Partitioner;
import org.apache.hadoop.mapreduce.Reducer;
import org.apache.hadoop.mapreduce.TaskCounter;
import org.apache.hadoop.mapreduce.lib.input.KeyValueTextInputFormat;
import org.apache.hadoop.mapreduce.lib.output.FileOutputFormat;
import org.apache.hadoop.mapreduce.lib.output.FileOutputFormatCounter;
import org.apache.hadoop.mapreduce.lib.output.LazyOutputFormat;
import org.apache.hadoop.mapreduce.lib.output.MultipleOutputs;
import org.apache.hadoop.mapreduce.lib.output.TextOutputFormat;
import org.athanor.engine.exit.TaskExit;
import org.athanor.engine.job.JobView;
import org.athanor.engine.skew.ReduceLoad;
import org.athanor.engine.skew.SkewReport;
import org.athanor.engine.testing.Warnings;
import org.athanor.testkit.Seeds;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Jobs of which a large partition is cut. In coherent mode output and counters are those of the job
 * that is not cut. In each mode every record is reduced once, and what a failed or killed attempt
 * has written is never seen.
 */
@SuppressWarnings("SameNameButDifferent") // Context, in reducers
class CutPartitionsTest extends JobFixture {
  private static final String HOT = "hot";

  /** Attempts of chunks have numbers from this on. */
  private static final int CHUNKS = 1_000_000;

  // Tests and their jobs synchronise by statics: jobs without a jar share the test's classes.
  private static CountDownLatch begun;
  private static CountDownLatch release;
  private static CountDownLatch reducers; // of a partition in two parts
  private static final Map<Integer, String> RAN = new ConcurrentHashMap<>(); // threads by attempt

  @BeforeEach
  void begin() {
    begun = new CountDownLatch(1);
    release = new CountDownLatch(1);
    reducers = new CountDownLatch(2);
    RAN.clear();
  }

  /** So that a test that fails leaves no thread of the engine stuck for all others. */
  @AfterEach
  void letCodeEnd() {
    release.countDown();
  }

  /** Sends keys that begin with "hot" to partition 0, and all others anywhere. */
  static class HotFirst extends Partitioner<Text, Text> {
    @Override
    public int getPartition(Text key, Text value, int partitions) {
      return key.toString().startsWith(HOT)
          ? 0
          : (key.toString().hashCode() & Integer.MAX_VALUE) % partitions;
    }
  }

  /** The same for the old API. */
  static class OldHotFirst implements org.apache.hadoop.mapred.Partitioner<Text, Text> {
    @Override
    public void configure(JobConf conf) {}

    @Override
    public int getPartition(Text key, Text value, int partitions) {
      return new HotFirst().getPartition(key, value, partitions);
    }
  }

  /** Groups keys by what is before the first '#', for a secondary sort. */
  static class ByName extends WritableComparator {
    public ByName() {
      super(Text.class, true);
    }

    @Override
    public int compare(
        @SuppressWarnings("rawtypes") org.apache.hadoop.io.WritableComparable a,
        @SuppressWarnings("rawtypes") org.apache.hadoop.io.WritableComparable b) {
      return name(a.toString()).compareTo(name(b.toString()));
    }

    private static String name(String key) {
      int end = key.indexOf('#');
      return end < 0 ? key : key.substring(0, end);
    }
  }

  /** Emits a line for each group, which depends on the order of its keys and values. */
  static class Digest extends Reducer<Text, Text, Text, Text> {
    @Override
    protected void reduce(Text key, Iterable<Text> values, Context context)
        throws IOException, InterruptedException {
      RAN.putIfAbsent(context.getTaskAttemptID().getId(), Thread.currentThread().getName());
      String first = key.toString();
      long digest = 7;
      int count = 0;
      for (Text value : values) {
        digest = 31 * (31 * digest + key.hashCode()) + value.hashCode();
        count++;
        if (count % 50 == 0) {
          context.write(new Text(first), new Text("so far " + count));
        }
      }
      context.getCounter("test", "values").increment(count);
      context.write(new Text(first), new Text(count + " " + digest));
    }
  }

  /** The same for the old API. */
  static class OldDigest extends MapReduceBase
      implements org.apache.hadoop.mapred.Reducer<Text, Text, Text, Text> {
    @Override
    public void reduce(
        Text key, Iterator<Text> values, OutputCollector<Text, Text> out, Reporter reporter)
        throws IOException {
      String first = key.toString();
      long digest = 7;
      int count = 0;
      while (values.hasNext()) {
        digest = 31 * digest + values.next().hashCode();
        count++;
      }
      reporter.incrCounter("test", "values", count);
      out.collect(new Text(first), new Text(count + " " + digest));
    }
  }

  /** Emits the first of each kind of values of a group, as programs against duplicates do. */
  static class Distinct extends Reducer<Text, Text, Text, Text> {
    @Override
    protected void reduce(Text key, Iterable<Text> values, Context context)
        throws IOException, InterruptedException {
      List<String> kept = new ArrayList<>();
      for (Text value : values) {
        if (!kept.contains(value.toString())) {
          kept.add(value.toString());
          context.write(key, value);
        }
      }
    }
  }

  @Override
  Job job(Configuration conf) throws IOException {
    Job job = super.job(conf);
    job.setInputFormatClass(KeyValueTextInputFormat.class);
    job.setReducerClass(Digest.class);
    job.setPartitionerClass(HotFirst.class);
    job.setOutputKeyClass(Text.class);
    job.setOutputValueClass(Text.class);
    job.setNumReduceTasks(2);
    return job;
  }

  Configuration conf(String mode) {
    Configuration conf = conf();
    conf.set("athanor.skew.mode", mode);
    conf.setInt("athanor.skew.chunks", 2);
    return conf;
  }

  /** Writes input files of about 300 kB, most of it with keys of partition 0. */
  private void input(Random random, int hotKeys) throws IOException {
    int files = 1 + random.nextInt(4);
    for (int f = 0; f < files; f++) {
      StringBuilder text = new StringBuilder();
      int lines = 8_000 / files;
      for (int i = 0; i < lines; i++) {
        String key =
            random.nextInt(10) < 8 ? HOT + random.nextInt(hotKeys) : "other" + random.nextInt(300);
        text.append(key).append('#').append(random.nextInt(9)).append('\t');
        text.append("value ").append(random.nextInt(2_000)).append("-".repeat(random.nextInt(30)));
        text.append('\n');
      }
      input("part" + f, text.toString());
    }
  }

  private Map<String, List<String>> files() throws IOException {
    Map<String, List<String>> files = new TreeMap<>();
    for (Path file : filesBelow(output())) {
      String name = output().relativize(file).toString();
      if (!name.endsWith(".crc")) {
        files.put(
            name, List.of(Files.readString(file, java.nio.charset.StandardCharsets.ISO_8859_1)));
      }
    }
    return files;
  }

  private void deleteOutput() throws IOException {
    try (Stream<Path> all = Files.walk(output())) {
      for (Path path : all.sorted(Collections.reverseOrder()).toList()) {
        Files.delete(path);
      }
    }
  }

  private static final Set<String> RESOURCES =
      Set.of("GC_TIME_MILLIS", "COMMITTED_HEAP_BYTES", "SPILLED_RECORDS");

  /** Counters that must be those of a job that is not cut. */
  private static Map<String, Long> comparable(Counters counters) {
    Map<String, Long> values = new TreeMap<>();
    for (CounterGroup group : counters) {
      boolean compared =
          group.getName().equals(TaskCounter.class.getName())
              || group.getName().equals(FileOutputFormatCounter.class.getName())
              || group.getName().equals("test");
      for (Counter counter : group) {
        if (compared && !RESOURCES.contains(counter.getName())) {
          values.put(group.getName() + "." + counter.getName(), counter.getValue());
        }
      }
    }
    return values;
  }

  private static long value(Counters counters, Enum<?> name) {
    return counters.findCounter(name).getValue();
  }

  private static List<ReduceLoad> loads(JobID id) {
    JobView view =
        EmbeddedEngine.get().job(org.apache.hadoop.mapred.JobID.downgrade(id)).orElseThrow();
    return view.reduceLoads();
  }

  private static int chunks(JobID id, int reduce) {
    return loads(id).get(reduce).shape().chunkMillis().size();
  }

  private Ended succeed(Job job) throws Exception {
    Ended ended = run(job);
    assertThat(ended.state()).as(ended.failureInfo()).isEqualTo(JobStatus.State.SUCCEEDED);
    assertThat(output().resolve("_temporary")).doesNotExist();
    return ended;
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2, 3, 4, 5})
  void coherentModeChangesNeitherOutputNorCounters(int round) throws Exception {
    Random random = Seeds.of("coherent" + round);
    String what = "seed " + Seeds.seed() + ", round " + round;
    input(random, 3 + random.nextInt(300));
    boolean secondarySort = random.nextBoolean();
    int threads = 1 + random.nextInt(4);
    int chunks = 2 + random.nextInt(6);
    Ended[] ended = new Ended[2];
    List<Map<String, List<String>>> outputs = new ArrayList<>();
    for (int i = 0; i < 2; i++) {
      Configuration conf = conf(i == 0 ? "off" : "coherent");
      conf.setInt("athanor.threads", threads);
      conf.setInt("athanor.skew.chunks", chunks);
      Job job = job(conf);
      if (secondarySort) {
        job.setGroupingComparatorClass(ByName.class);
      }
      ended[i] = succeed(job);
      outputs.add(files());
      deleteOutput();
      int cut = chunks(job.getJobID(), 0);
      assertThat(cut).as(what).isEqualTo(i == 0 ? 0 : cut);
      assertThat(i == 0 || cut >= 2).as(what + ": cut into " + cut).isTrue();
      assertThat(chunks(job.getJobID(), 1)).as(what).isZero();
    }
    assertThat(outputs.get(1)).as(what).isEqualTo(outputs.get(0));
    assertThat(comparable(ended[1].counters())).as(what).isEqualTo(comparable(ended[0].counters()));
  }

  private JobConf oldApi(String mode) {
    JobConf conf = new JobConf(conf(mode));
    conf.setInputFormat(org.apache.hadoop.mapred.KeyValueTextInputFormat.class);
    conf.setMapperClass(org.apache.hadoop.mapred.lib.IdentityMapper.class);
    conf.setReducerClass(OldDigest.class);
    conf.setPartitionerClass(OldHotFirst.class);
    conf.setOutputKeyClass(Text.class);
    conf.setOutputValueClass(Text.class);
    conf.setNumReduceTasks(2);
    org.apache.hadoop.mapred.FileInputFormat.setInputPaths(conf, input().toString());
    org.apache.hadoop.mapred.FileOutputFormat.setOutputPath(
        conf, new org.apache.hadoop.fs.Path(output().toUri()));
    return conf;
  }

  private RunningJob succeed(JobConf conf) throws Exception {
    RunningJob job = new JobClient(conf).submitJob(conf);
    awaitEnd(job.getID());
    assertThat(job.isSuccessful()).isTrue();
    assertNothingIsLeft();
    return job;
  }

  private Map<String, List<String>> runOldApi(String mode, List<Map<String, Long>> counters)
      throws Exception {
    RunningJob job = succeed(oldApi(mode));
    assertThat(chunks(job.getID(), 0)).isEqualTo(mode.equals("off") ? 0 : 2);
    counters.add(comparable(new Counters(job.getCounters())));
    Map<String, List<String>> files = files();
    deleteOutput();
    return files;
  }

  @Test
  void cutsReducesOfTheOldApi() throws Exception {
    input(Seeds.of("old"), 50);
    List<Map<String, Long>> counters = new ArrayList<>();
    Map<String, List<String>> off = runOldApi("off", counters);
    assertThat(off.keySet()).contains("part-00000", "part-00001");
    assertThat(runOldApi("coherent", counters)).isEqualTo(off);
    assertThat(counters.get(1)).isEqualTo(counters.get(0));
  }

  /** Groups objects, as the old API does, and cannot compare bytes. */
  static class ByNameOfObjects extends ByName {
    @Override
    public int compare(byte[] a, int aStart, int aLength, byte[] b, int bStart, int bLength) {
      throw new UnsupportedOperationException("intended");
    }
  }

  @Test
  void comparesNoBytesForAComparatorOfObjects() throws Exception {
    input(Seeds.of("objects"), 50);
    JobConf conf = oldApi("free");
    conf.setInt("mapreduce.reduce.maxattempts", 1);
    conf.setOutputValueGroupingComparator(ByNameOfObjects.class);
    RunningJob job = succeed(conf);
    assertThat(chunks(job.getID(), 0)).isEqualTo(2);
    assertThat(loads(job.getID()).get(0).shape().keys()).isEmpty();
  }

  /** Counts the reducers that have ended. */
  static class CountsDown extends Digest {
    @Override
    protected void cleanup(Context context) {
      reducers.countDown();
    }
  }

  /** Fails once two reducers have ended. */
  static class FailsAfterReducers extends ByName {
    @Override
    public int compare(byte[] a, int aStart, int aLength, byte[] b, int bStart, int bLength) {
      if (reducers.getCount() == 0) {
        throw new IllegalStateException("intended");
      }
      return super.compare(a, aStart, aLength, b, bStart, bLength);
    }
  }

  @Test
  void aComparatorThatFailsAfterTheReducersLeavesOnlyTheKeysOut() throws Exception {
    input(Seeds.of("late"), 50);
    Configuration conf = conf("free");
    conf.setInt("mapreduce.reduce.maxattempts", 1);
    Job job = job(conf);
    job.setNumReduceTasks(1);
    job.setReducerClass(CountsDown.class);
    job.setGroupingComparatorClass(FailsAfterReducers.class);
    try (Warnings warnings = Warnings.of("org.athanor.engine.task.ReduceAttempt")) {
      succeed(job);
      assertThat(warnings.lines())
          .containsExactly(
              job.getJobID()
                  + ": the keys of partition 0 with the most records are not shown, because the"
                  + " job's comparator has failed for them: java.lang.IllegalStateException:"
                  + " intended");
    }
    assertThat(chunks(job.getJobID(), 0)).isEqualTo(2);
    assertThat(loads(job.getJobID()).get(0).shape().keys()).isEmpty();
  }

  /**
   * One group has most records: coherent mode cannot cut it, free mode can.
   *
   * @param secondarySort whether the group has many keys
   */
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void freeModeCutsWithinAGroup(boolean secondarySort) throws Exception {
    StringBuilder text = new StringBuilder();
    Random random = Seeds.of("free");
    Set<String> distinct = new HashSet<>();
    for (int i = 0; i < 6_000; i++) {
      String value = "read " + random.nextInt(300) + "-".repeat(20);
      text.append(secondarySort ? "hot#" + (1_000 + i) : "hot").append('\t').append(value);
      text.append('\n');
      distinct.add("hot\t" + value);
    }
    input("reads", text.toString());
    Configuration conf = conf("free");
    conf.setInt("athanor.skew.chunks", 3);
    Job job = job(conf);
    job.setReducerClass(Distinct.class);
    job.setNumReduceTasks(1);
    if (secondarySort) {
      job.setGroupingComparatorClass(ByName.class);
    }
    Ended ended = succeed(job);
    assertThat(chunks(job.getJobID(), 0)).isEqualTo(3);
    assertThat(value(ended.counters(), TaskCounter.REDUCE_INPUT_RECORDS)).isEqualTo(6_000);
    assertThat(value(ended.counters(), TaskCounter.REDUCE_INPUT_GROUPS)).isEqualTo(3);
    List<String> lines =
        outputLines().stream().map(line -> line.replaceFirst("#\\d+", "")).toList();
    assertThat(new HashSet<>(lines)).isEqualTo(distinct);
    assertThat(lines).hasSizeBetween(distinct.size(), 3 * distinct.size());
    assertThat(value(ended.counters(), TaskCounter.REDUCE_OUTPUT_RECORDS)).isEqualTo(lines.size());
    assertThat(loads(job.getJobID()).get(0).shape().keys().orElseThrow())
        .singleElement()
        .satisfies(
            key -> assertThat(key.text()).isEqualTo(secondarySort ? "\"hot#6999\"" : "\"hot\""))
        .satisfies(key -> assertThat(key.records()).isEqualTo(6_000));
    assertThat(SkewReport.of(loads(job.getJobID())).orElseThrow().table()).contains("\"hot");
  }

  /** Data that is on disk for the most part. */
  @Test
  void cutsPartitionsOnDisk() throws Exception {
    Random random = Seeds.of("disk");
    for (int f = 0; f < 6; f++) {
      StringBuilder text = new StringBuilder();
      for (int i = 0; i < 20_000; i++) {
        text.append(HOT).append(random.nextInt(400)).append('\t').append("-".repeat(120)).append(i);
        text.append('\n');
      }
      input("part" + f, text.toString());
    }
    List<Map<String, List<String>>> outputs = new ArrayList<>();
    for (String mode : List.of("off", "coherent")) {
      Job job = job(conf(mode));
      job.setNumReduceTasks(1);
      Ended ended = succeed(job);
      assertThat(value(ended.counters(), TaskCounter.SPILLED_RECORDS)).isPositive();
      outputs.add(files());
      deleteOutput();
      assertThat(chunks(job.getJobID(), 0)).isEqualTo(mode.equals("off") ? 0 : 2);
    }
    assertThat(outputs.get(1)).isEqualTo(outputs.get(0));
  }

  /** Fails in the given chunk of the first attempt, after it has emitted. */
  static class FailsOnce extends Digest {
    @Override
    protected void reduce(Text key, Iterable<Text> values, Context context)
        throws IOException, InterruptedException {
      super.reduce(key, values, context);
      int attempt = context.getTaskAttemptID().getId();
      if (context.getTaskAttemptID().getTaskID().getId() == 0
          && attempt == context.getConfiguration().getInt("test.fails", -1)) {
        throw new IOException("intended");
      }
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {0, CHUNKS, 2 * CHUNKS})
  void repeatsTheWholeTaskIfAChunkFails(int failing) throws Exception {
    input(Seeds.of("fails"), 40);
    Job off = job(conf("off"));
    succeed(off);
    Map<String, List<String>> expected = files();
    deleteOutput();
    Configuration conf = conf("coherent");
    conf.setInt("test.fails", failing);
    conf.setInt("athanor.skew.chunks", 3);
    Job job = job(conf);
    job.setReducerClass(FailsOnce.class);
    Ended ended = succeed(job);
    assertThat(value(ended.counters(), JobCounter.NUM_FAILED_REDUCES)).isEqualTo(1);
    assertThat(files()).isEqualTo(expected);
    assertThat(RAN).containsKey(1).containsKey(CHUNKS + 1).containsKey(2 * CHUNKS + 1);
  }

  @Test
  void commitsNothingOfAJobWhoseChunkAlwaysFails() throws Exception {
    input(Seeds.of("fails"), 40);
    Configuration conf = conf("free");
    conf.setInt("mapreduce.reduce.maxattempts", 1);
    conf.setInt("test.fails", CHUNKS);
    Job job = job(conf);
    job.setReducerClass(FailsOnce.class);
    Ended ended = run(job);
    assertThat(ended.state()).isEqualTo(JobStatus.State.FAILED);
    assertThat(ended.failureInfo()).contains("intended");
    assertNothingIsCommittedOfTheCutPartition();
  }

  /** Its chunk beside the first waits until it is interrupted, or for ever. */
  static class Waits extends Reducer<Text, Text, Text, Text> {
    @Override
    protected void reduce(Text key, Iterable<Text> values, Context context)
        throws IOException, InterruptedException {
      if (context.getTaskAttemptID().getId() < CHUNKS
          || context.getTaskAttemptID().getId() % CHUNKS > 0) {
        return;
      }
      begun.countDown();
      if (context.getConfiguration().getBoolean("test.stubborn", false)) {
        HostileCodeTest.awaitUninterruptibly(release);
      } else {
        release.await();
      }
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true}) // the latter takes the 5 s until code is abandoned
  void killsChunks(boolean stubborn) throws Exception {
    input(Seeds.of("kill"), 40);
    Configuration conf = conf("free");
    conf.setBoolean("test.stubborn", stubborn);
    Job job = job(conf);
    job.setReducerClass(Waits.class);
    job.submit();
    begun.await();
    job.killJob();
    assertThat(end(job).state()).isEqualTo(JobStatus.State.KILLED);
    assertNothingIsCommittedOfTheCutPartition();
    release.countDown();
    deleteOutput();
    Job next = job(conf("free"));
    succeed(next);
  }

  /** Fails once another chunk goes on and on. */
  static class FailsBesideStubborn extends Reducer<Text, Text, Text, Text> {
    @Override
    protected void reduce(Text key, Iterable<Text> values, Context context)
        throws IOException, InterruptedException {
      if (context.getTaskAttemptID().getTaskID().getId() > 0) {
        return;
      }
      if (context.getTaskAttemptID().getId()
          == context.getConfiguration().getInt("test.fails", 0)) {
        begun.await();
        throw new IOException("intended");
      }
      begun.countDown();
      HostileCodeTest.awaitUninterruptibly(release);
    }
  }

  @ParameterizedTest // both take the 5 s until code is abandoned
  @ValueSource(ints = {0, CHUNKS})
  void abandonsCodeThatGoesOnAfterAnotherChunkHasFailed(int failing) throws Exception {
    input(Seeds.of("stubborn"), 40);
    Configuration conf = conf("free");
    conf.setInt("mapreduce.task.timeout", 0);
    conf.setInt("mapreduce.reduce.maxattempts", 1);
    conf.setInt("test.fails", failing);
    Job job = job(conf);
    job.setReducerClass(FailsBesideStubborn.class);
    Ended ended = run(job);
    assertThat(ended.state()).isEqualTo(JobStatus.State.FAILED);
    assertThat(ended.failureInfo()).contains("intended");
    assertNothingIsCommittedOfTheCutPartition();
  }

  /** Its second chunk fails while its third waits. */
  static class FailsEarly extends Reducer<Text, Text, Text, Text> {
    @Override
    protected void reduce(Text key, Iterable<Text> values, Context context)
        throws IOException, InterruptedException {
      int attempt = context.getTaskAttemptID().getId();
      if (context.getTaskAttemptID().getTaskID().getId() > 0) {
        return;
      }
      RAN.put(attempt, "");
      if (attempt == 0) {
        begun.await();
      } else if (attempt == CHUNKS) {
        begun.countDown();
        while (!RAN.containsKey(2 * CHUNKS)) {
          Thread.onSpinWait();
        }
        if (context.getConfiguration().getBoolean("test.exits", false)) {
          TaskExit.exit(7); // as System.exit in a class of a job's jar
        }
        throw new IOException("intended");
      } else {
        release.await();
      }
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void beginsNoMoreChunksOnceOneHasFailed(boolean exits) throws Exception {
    input(Seeds.of("early"), 40);
    Configuration conf = conf("free");
    conf.setInt("athanor.threads", 2);
    conf.setInt("athanor.skew.chunks", 8);
    conf.setInt("mapreduce.reduce.maxattempts", 1);
    conf.setBoolean("test.exits", exits);
    Job job = job(conf);
    job.setReducerClass(FailsEarly.class);
    Ended ended = run(job);
    assertThat(ended.state()).isEqualTo(JobStatus.State.FAILED);
    assertThat(ended.failureInfo()).contains(exits ? "System.exit(7)" : "intended");
    assertThat(RAN.keySet()).containsExactlyInAnyOrder(0, CHUNKS, 2 * CHUNKS);
    assertNothingIsCommittedOfTheCutPartition();
  }

  /** Leaves its thread interrupted, with another context class loader. */
  static class LeavesItsThreadUntidy extends Digest {
    @Override
    protected void setup(Context context) {
      assertThat(Thread.currentThread().getContextClassLoader())
          .isEqualTo(context.getConfiguration().getClassLoader());
    }

    @Override
    protected void reduce(Text key, Iterable<Text> values, Context context)
        throws IOException, InterruptedException {
      super.reduce(key, values, context);
      Thread.currentThread().setContextClassLoader(null);
      Thread.currentThread().interrupt();
    }
  }

  @Test
  void runsChunksOnThreadsThatCodeHasLeftUntidy() throws Exception {
    input(Seeds.of("untidy"), 40);
    Configuration conf = conf("coherent");
    conf.setInt("athanor.threads", 2);
    conf.setInt("athanor.skew.chunks", 8);
    conf.setInt("mapreduce.reduce.maxattempts", 1);
    Job job = job(conf);
    job.setReducerClass(LeavesItsThreadUntidy.class);
    succeed(job);
    assertThat(chunks(job.getJobID(), 0)).isGreaterThan(2);
  }

  @Test
  void endsAttemptsWhoseChunkShowsNoSignOfLife() throws Exception {
    input(Seeds.of("silent"), 40);
    Configuration conf = conf("free");
    conf.setInt("mapreduce.task.timeout", 1_000);
    conf.setInt("mapreduce.reduce.maxattempts", 4); // a busy machine may be silent, too
    Job job = job(conf);
    job.setReducerClass(Waits.class);
    Ended ended = succeed(job);
    assertThat(value(ended.counters(), JobCounter.NUM_FAILED_REDUCES)).isPositive();
  }

  /** The output of the other task may be there: Hadoop's committer leaves it. */
  private void assertNothingIsCommittedOfTheCutPartition() throws IOException {
    assertThat(names()).allMatch(name -> name.equals("part-r-00001"));
    assertThat(output().resolve("_temporary")).doesNotExist();
  }

  private List<String> names() throws IOException {
    return files().keySet().stream().filter(name -> !name.equals("_SUCCESS")).toList();
  }

  @Test
  void givesFilesOfChunksNamesOfTheirOwn() throws Exception {
    input(Seeds.of("names"), 40);
    Configuration conf = conf("free");
    conf.setInt("athanor.skew.chunks", 3);
    Job job = job(conf);
    FileOutputFormat.setCompressOutput(job, true);
    FileOutputFormat.setOutputCompressorClass(job, GzipCodec.class);
    Ended ended = succeed(job);
    assertThat(names())
        .containsExactly(
            "part-r-00000-c001.gz", "part-r-00000-c002.gz", "part-r-00000.gz", "part-r-00001.gz");
    assertThat(value(ended.counters(), FileOutputFormatCounter.BYTES_WRITTEN))
        .isGreaterThanOrEqualTo(
            filesBelow(output()).stream()
                .filter(file -> file.toString().endsWith(".gz"))
                .mapToLong(file -> file.toFile().length())
                .sum());
  }

  /** Writes each record to its usual output and to one that is named in addition. */
  static class Named extends Reducer<Text, Text, Text, Text> {
    private MultipleOutputs<Text, Text> outputs;

    @Override
    protected void setup(Context context) {
      outputs = new MultipleOutputs<>(context);
    }

    @Override
    protected void reduce(Text key, Iterable<Text> values, Context context)
        throws IOException, InterruptedException {
      for (Text value : values) {
        context.write(key, value);
        outputs.write("more", key, value);
        outputs.write("more", NullWritable.get(), value, "dir/named");
      }
    }

    @Override
    protected void cleanup(Context context) throws IOException, InterruptedException {
      outputs.close();
    }
  }

  @Test
  void keepsFilesThatReducersOpenThemselvesApart() throws Exception {
    input(Seeds.of("named"), 40);
    Job job = job(conf("free"));
    job.setReducerClass(Named.class);
    MultipleOutputs.addNamedOutput(job, "more", TextOutputFormat.class, Text.class, Text.class);
    Ended ended = succeed(job);
    long records = value(ended.counters(), TaskCounter.REDUCE_INPUT_RECORDS);
    assertThat(names())
        .containsExactly(
            "dir/named-r-00000",
            "dir/named-r-00000-c001",
            "dir/named-r-00001",
            "more-r-00000",
            "more-r-00000-c001",
            "more-r-00001",
            "part-r-00000",
            "part-r-00001");
    for (String prefix : List.of("dir/named", "more", "part")) {
      long lines = 0;
      for (Map.Entry<String, List<String>> file : files().entrySet()) {
        if (file.getKey().startsWith(prefix)) {
          lines += file.getValue().get(0).lines().count();
        }
      }
      assertThat(lines).as(prefix).isEqualTo(records);
    }
  }

  /** Writes a file of its own for each group, and one that each chunk writes. */
  static class SideFiles extends Digest {
    @Override
    protected void reduce(Text key, Iterable<Text> values, Context context)
        throws IOException, InterruptedException {
      for (String name : List.of("side-" + key.toString().replace('#', '-'), "all.txt")) {
        org.apache.hadoop.fs.Path file =
            new org.apache.hadoop.fs.Path(FileOutputFormat.getWorkOutputPath(context), name);
        file.getFileSystem(context.getConfiguration()).create(file, true).close();
      }
      super.reduce(key, values, context);
    }
  }

  @Test
  void keepsNamesOfSideFilesWhereItCan() throws Exception {
    input(Seeds.of("side"), 5);
    List<Set<String>> names = new ArrayList<>();
    for (String mode : List.of("off", "coherent")) {
      Job job = job(conf(mode));
      job.setReducerClass(SideFiles.class);
      job.setNumReduceTasks(1);
      succeed(job);
      assertThat(chunks(job.getJobID(), 0)).isEqualTo(mode.equals("off") ? 0 : 2);
      names.add(new HashSet<>(names()));
      deleteOutput();
    }
    assertThat(names.get(0)).hasSizeGreaterThan(10);
    names.get(0).add("all-c001.txt");
    assertThat(names.get(1)).isEqualTo(names.get(0));
  }

  /** Emits something after all keys. */
  static class Counts extends Reducer<Text, Text, Text, Text> {
    private int groups;

    @Override
    protected void reduce(Text key, Iterable<Text> values, Context context) {
      groups++;
    }

    @Override
    protected void cleanup(Context context) throws IOException, InterruptedException {
      context.write(new Text("groups"), new Text("" + groups));
    }
  }

  @Test
  void coherentModeSaysWhyItDoesNotCut() throws Exception {
    input(Seeds.of("why"), 40);
    try (Warnings warnings = Warnings.of("org.athanor.engine.task.ReduceAttempt")) {
      Job job = job(conf("coherent"));
      job.setReducerClass(Counts.class);
      succeed(job);
      assertThat(outputLines()).hasSize(2);
      assertThat(chunks(job.getJobID(), 0)).isZero();
      assertThat(warnings.lines())
          .singleElement()
          .asString()
          .contains(job.getJobID() + ": partition 0 has ")
          .endsWith(
              " bytes, and is not cut, although athanor.skew.mode=coherent is set: its reducer "
                  + Counts.class.getName()
                  + " has a method cleanup, which may depend on all keys of the partition");
    }
    deleteOutput();
    try (Warnings warnings = Warnings.of("org.athanor.engine.task.ReduceAttempt")) {
      Job job = job(conf("coherent"));
      FileOutputFormat.setCompressOutput(job, true);
      succeed(job);
      assertThat(warnings.lines()).singleElement().asString().contains("without compression");
    }
    deleteOutput();
    try (Warnings warnings = Warnings.of("org.athanor.engine.task.ReduceAttempt")) {
      Job job = job(conf("free"));
      job.setOutputFormatClass(CommitCountersTest.Writing.class);
      succeed(job);
      assertThat(warnings.lines())
          .singleElement()
          .asString()
          .contains("does not write files that Hadoop's FileOutputCommitter commits");
    }
  }

  @Test
  void cutsJobsWhoseChunksWriteNoFile() throws Exception {
    input(Seeds.of("lazy"), 40);
    Job job = job(conf("free"));
    job.setReducerClass(Waits.class);
    release.countDown();
    LazyOutputFormat.setOutputFormatClass(job, TextOutputFormat.class);
    succeed(job);
    assertThat(chunks(job.getJobID(), 0)).isEqualTo(2);
    assertThat(names()).isEmpty();
  }
}
