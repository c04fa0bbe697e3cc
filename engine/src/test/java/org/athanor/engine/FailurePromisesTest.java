// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.ByteArrayOutputStream;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.io.OutputStream;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.zip.GZIPOutputStream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.io.IntWritable;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.SequenceFile;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.io.Writable;
import org.apache.hadoop.mapreduce.InputSplit;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.JobContext;
import org.apache.hadoop.mapreduce.JobStatus;
import org.apache.hadoop.mapreduce.Mapper;
import org.apache.hadoop.mapreduce.OutputCommitter;
import org.apache.hadoop.mapreduce.Partitioner;
import org.apache.hadoop.mapreduce.RecordReader;
import org.apache.hadoop.mapreduce.Reducer;
import org.apache.hadoop.mapreduce.TaskAttemptContext;
import org.apache.hadoop.mapreduce.TaskAttemptID;
import org.apache.hadoop.mapreduce.TaskCompletionEvent;
import org.apache.hadoop.mapreduce.TaskCounter;
import org.apache.hadoop.mapreduce.TaskID;
import org.apache.hadoop.mapreduce.TaskType;
import org.apache.hadoop.mapreduce.lib.input.InvalidInputException;
import org.apache.hadoop.mapreduce.lib.input.LineRecordReader;
import org.apache.hadoop.mapreduce.lib.input.SequenceFileInputFormat;
import org.apache.hadoop.mapreduce.lib.input.TextInputFormat;
import org.apache.hadoop.mapreduce.lib.output.FileOutputCommitter;
import org.apache.hadoop.mapreduce.lib.output.FileOutputFormat;
import org.apache.hadoop.mapreduce.lib.output.TextOutputFormat;
import org.athanor.engine.task.RunMerge;
import org.athanor.engine.testing.Warnings;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Checks the line that a user sees when a job fails, and that a failed job leaves no output, file
 * or memory behind.
 */
@SuppressWarnings("SameNameButDifferent") // Context, in mappers and reducers
class FailurePromisesTest extends JobFixture {
  private static final String OWN = FailurePromisesTest.class.getName() + "$";

  private Job job() throws IOException {
    return job(conf());
  }

  @Override
  Job job(Configuration conf) throws IOException {
    Job job = super.job(conf);
    job.setMapperClass(Lines.class);
    job.setReducerClass(WriteAll.class);
    job.setMapOutputKeyClass(Text.class);
    job.setMapOutputValueClass(Text.class);
    job.setOutputKeyClass(Text.class);
    job.setOutputValueClass(Text.class);
    return job;
  }

  /** Emits each line with its first word as key. */
  static class Lines extends Mapper<LongWritable, Text, Text, Text> {
    @Override
    protected void map(LongWritable key, Text line, Context context)
        throws IOException, InterruptedException {
      String text = line.toString();
      int space = text.indexOf(' ');
      context.write(new Text(space < 0 ? text : text.substring(0, space)), line);
    }
  }

  /** Writes each value with its key. */
  static class WriteAll extends Reducer<Text, Writable, Text, Writable> {
    @Override
    protected void reduce(Text key, Iterable<Writable> values, Context context)
        throws IOException, InterruptedException {
      for (Writable value : values) {
        context.write(key, value);
      }
    }
  }

  private void assertFails(Job job, String failureInfo) throws Exception {
    Ended ended = run(job);
    assertThat(ended.failureInfo()).isEqualTo(failureInfo);
    assertThat(ended.state()).isEqualTo(JobStatus.State.FAILED);
    assertNothingIsCommitted();
    assertWorksAfterwards();
  }

  /** Checks that the same threads, with their memory, run another job. */
  private void assertWorksAfterwards() throws Exception {
    Path failed = root.resolve("out");
    if (Files.exists(failed)) {
      Files.move(failed, root.resolve("failed-out"));
    }
    for (Path old : filesBelow(input())) {
      Files.delete(old);
    }
    input("good", "b 1\na 2\nc 3\n");
    assertThat(run(job(conf())).state()).isEqualTo(JobStatus.State.SUCCEEDED);
    assertThat(outputLines()).containsExactly("a\ta 2", "b\tb 1", "c\tc 3");
  }

  // Settings

  private void assertIsRefused(String key, String value, String message) throws Exception {
    Configuration conf = conf();
    conf.set(key, value);
    Job job = job(conf);
    assertThatExceptionOfType(IOException.class).isThrownBy(job::submit).withMessage(message);
  }

  @Test
  void namesTheNearestKeyToAMisspeltOne() throws Exception {
    assertIsRefused(
        "athanor.pool.fractoin",
        "0.5",
        "athanor.pool.fractoin=0.5: no such key; the nearest is athanor.pool.fraction");
  }

  @Test
  void namesTheAllowedValuesToAClient() throws Exception {
    assertIsRefused(
        "athanor.history.enabled",
        "no",
        "athanor.history.enabled=no: must be true or false (set in the driver)");
  }

  @Test
  void acceptsAJobsOwnKeys() throws Exception {
    Configuration conf = conf();
    conf.set("athanor.vessel", "clay");
    input("text", "a 1\n");
    assertThat(run(job(conf)).state()).isEqualTo(JobStatus.State.SUCCEEDED);
  }

  // Maps

  /** Fails, either in each attempt or only in the first. */
  static final class Fails extends Lines {
    @Override
    protected void map(LongWritable key, Text line, Context context)
        throws IOException, InterruptedException {
      super.map(key, line, context);
      if (line.find("always") >= 0 || context.getTaskAttemptID().getId() == 0) {
        throw new IOException("no luck with \"" + line + "\"\nand a second line");
      }
    }
  }

  @Test
  void aMapperThatAlwaysThrows() throws Exception {
    input("a", "always\n");
    Job job = job();
    job.setMapperClass(Fails.class);
    job.submit();
    Ended ended = end(job);
    assertThat(ended.state()).isEqualTo(JobStatus.State.FAILED);
    assertThat(ended.failureInfo())
        .isEqualTo("map 0 failed 2 times: java.io.IOException: no luck with \"always\"");
    assertThat(job.getTaskCompletionEvents(0, 10))
        .extracting(TaskCompletionEvent::getStatus)
        .containsExactly(TaskCompletionEvent.Status.FAILED, TaskCompletionEvent.Status.TIPFAILED);
    assertThat(
            List.of(
                job.getTaskDiagnostics(job.getTaskCompletionEvents(0, 10)[0].getTaskAttemptId())))
        .singleElement()
        .asString()
        .contains("and a second line", Fails.class.getName() + ".map(");
    assertNothingIsCommitted();
    assertWorksAfterwards();
  }

  @Test
  void aMapperThatThrowsOnce() throws Exception {
    input("a", "sometimes\n");
    Job job = job();
    job.setMapperClass(Fails.class);
    Ended ended = run(job);
    assertThat(ended.state()).isEqualTo(JobStatus.State.SUCCEEDED);
    assertThat(ended.failureInfo()).isEmpty();
    assertThat(outputLines()).containsExactly("sometimes\tsometimes");
    assertThat(output().resolve("_temporary")).doesNotExist();
  }

  @Test
  void aMapOfAMapOnlyJob() throws Exception {
    input("a", "always\n");
    Job job = job();
    job.setMapperClass(Fails.class);
    job.setNumReduceTasks(0);
    assertFails(job, "map 0 failed 2 times: java.io.IOException: no luck with \"always\"");
  }

  /** Returns a partition that does not exist. */
  static final class NinthPartition extends Partitioner<Text, Text> {
    @Override
    public int getPartition(Text key, Text value, int partitions) {
      return 9;
    }
  }

  @Test
  void aPartitionerOutOfRange() throws Exception {
    input("a", "NZ\n");
    Job job = job();
    job.setPartitionerClass(NinthPartition.class);
    job.setNumReduceTasks(8);
    assertFails(
        job,
        "map 0 failed 2 times: java.io.IOException: partitioner "
            + OWN
            + "NinthPartition returned 9 for key \"NZ\"; the job has 8 partitions (0 to 7)");
  }

  @Test
  void aKeyOfAnotherClassThanTheJobs() throws Exception {
    input("a", "x\n");
    Job job = job();
    job.setMapOutputKeyClass(IntWritable.class);
    assertFails(
        job,
        "map 0 failed 2 times: java.io.IOException: Type mismatch in key from map: expected "
            + "org.apache.hadoop.io.IntWritable, received org.apache.hadoop.io.Text");
  }

  @Test
  void aValueOfAnotherClassThanTheJobs() throws Exception {
    input("a", "x\n");
    Job job = job();
    job.setMapOutputValueClass(IntWritable.class);
    assertFails(
        job,
        "map 0 failed 2 times: java.io.IOException: Type mismatch in value from map: expected "
            + "org.apache.hadoop.io.IntWritable, received org.apache.hadoop.io.Text");
  }

  /** Throws instead of comparing. */
  static final class Throwing extends Text.Comparator {
    @Override
    public int compare(byte[] a, int i, int m, byte[] b, int j, int n) {
      throw new IllegalStateException("cannot compare");
    }
  }

  @Test
  void aSortComparatorThatThrows() throws Exception {
    input("a", "x\ny\n");
    Job job = job();
    job.setSortComparatorClass(Throwing.class);
    assertFails(job, "map 0 failed 2 times: java.lang.IllegalStateException: cannot compare");
  }

  @Test
  void aGroupingComparatorThatThrows() throws Exception {
    input("a", "x\ny\n");
    Job job = job();
    job.setGroupingComparatorClass(Throwing.class);
    assertFails(job, "reduce 0 failed 2 times: java.lang.IllegalStateException: cannot compare");
  }

  /** Contradicts itself. */
  static final class Lawless extends Text.Comparator {
    @Override
    public int compare(byte[] a, int i, int m, byte[] b, int j, int n) {
      return -1;
    }
  }

  @Test
  void aSortComparatorThatContradictsItselfLosesNothing() throws Exception {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < 500; i++) {
      text.append("k").append(i % 50).append(" ").append(i).append('\n');
    }
    input("a", text.toString());
    Job job = job();
    job.setSortComparatorClass(Lawless.class);
    job.setGroupingComparatorClass(Text.Comparator.class);
    assertThat(run(job).state()).isEqualTo(JobStatus.State.SUCCEEDED);
    assertThat(outputLines()).hasSize(500).doesNotHaveDuplicates();
  }

  /** Adds up lengths; fails in the first attempt of a map, when memory is full. */
  static final class FailingCombiner extends Reducer<Text, Text, Text, Text> {
    @Override
    protected void reduce(Text key, Iterable<Text> values, Context context)
        throws IOException, InterruptedException {
      if (context.getTaskAttemptID().getId() == 0) {
        throw new IllegalArgumentException("combiner fails");
      }
      for (Text value : values) {
        context.write(key, value);
      }
    }
  }

  /**
   * The record that waits for memory when the combiner fails must not appear twice in the retry.
   */
  @Test
  void aCombinerThatFailsOnceWhileRecordsWaitForMemory() throws Exception {
    List<String> expected = new ArrayList<>();
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < 8000; i++) {
      String key = "k" + (10_000 + i);
      String line = key + " " + "v".repeat(300 * (1 + i % 3));
      expected.add(key + "\t" + line);
      text.append(line).append('\n');
    }
    input("a", text.toString());
    Configuration conf = conf();
    conf.setInt("athanor.threads", 1);
    Job job = job(conf);
    job.setCombinerClass(FailingCombiner.class);
    assertThat(run(job).state()).isEqualTo(JobStatus.State.SUCCEEDED);
    assertThat(outputLines().equals(expected)).as("the lines of the retry, each once").isTrue();
  }

  // Writables

  /** Writes eight bytes, and reads fewer. */
  static class Eight implements Writable {
    long value;

    @Override
    public void write(DataOutput out) throws IOException {
      out.writeLong(value);
    }

    @Override
    public void readFields(DataInput in) throws IOException {
      in.readInt();
    }
  }

  /** Reads nine bytes, although it wrote eight. */
  static final class Nine extends Eight {
    @Override
    public void readFields(DataInput in) throws IOException {
      in.readLong();
      in.readByte();
    }
  }

  /** Throws an exception when it is written. */
  static final class Unwritable extends Eight {
    @Override
    public void write(DataOutput out) throws IOException {
      out.writeInt(1);
      throw new IllegalStateException("cannot write");
    }
  }

  /** Throws an error when it is written. */
  static final class Overflowing extends Eight {
    @Override
    public void write(DataOutput out) throws IOException {
      out.write(new byte[10_000]);
      throw new StackOverflowError("deep");
    }
  }

  /** Emits each line with a value of the job's value class. */
  static final class Values extends Mapper<LongWritable, Text, Text, Eight> {
    @Override
    protected void map(LongWritable key, Text line, Context context)
        throws IOException, InterruptedException {
      try {
        context.write(
            line, (Eight) context.getMapOutputValueClass().getDeclaredConstructor().newInstance());
      } catch (ReflectiveOperationException e) {
        throw new IllegalStateException(e);
      }
    }
  }

  private Job withValues(Class<? extends Eight> type) throws IOException {
    input("a", "x\nx\ny\n");
    Job job = job();
    job.setMapperClass(Values.class);
    job.setMapOutputValueClass(type);
    job.setOutputValueClass(type);
    return job;
  }

  /** Emits keys of another class than the job's. */
  static final class OtherKeys extends Reducer<Text, Text, Writable, Writable> {
    @Override
    protected void reduce(Text key, Iterable<Text> values, Context context)
        throws IOException, InterruptedException {
      context.write(new IntWritable(1), new Text("1"));
    }
  }

  @Test
  void aCombinerThatEmitsAKeyOfAnotherClass() throws Exception {
    input("a", "x\n");
    Job job = job();
    job.setCombinerClass(OtherKeys.class);
    assertFails(
        job,
        "map 0 failed 2 times: java.io.IOException: wrong key class: class "
            + "org.apache.hadoop.io.IntWritable is not class org.apache.hadoop.io.Text");
  }

  /** Emits values of another class than the job's. */
  static final class OtherValues extends Reducer<Text, Text, Writable, Writable> {
    @Override
    protected void reduce(Text key, Iterable<Text> values, Context context)
        throws IOException, InterruptedException {
      context.write(key, new IntWritable(1));
    }
  }

  @Test
  void aCombinerThatEmitsAValueOfAnotherClass() throws Exception {
    input("a", "x\n");
    Job job = job();
    job.setCombinerClass(OtherValues.class);
    assertFails(
        job,
        "map 0 failed 2 times: java.io.IOException: wrong value class: class "
            + "org.apache.hadoop.io.IntWritable is not class org.apache.hadoop.io.Text");
  }

  @Test
  void aWritableThatReadsLessThanItWroteCausesOneWarningAndNoFailure() throws Exception {
    try (Warnings warnings = Warnings.of("org.athanor.engine.serialization.PartialReads")) {
      assertThat(run(withValues(Eight.class)).state()).isEqualTo(JobStatus.State.SUCCEEDED);
      assertThat(outputLines()).hasSize(3);
      assertThat(warnings.lines())
          .containsExactly(
              OWN
                  + "Eight.readFields read 4 bytes of the 8 that its write wrote; the rest is"
                  + " ignored");
    }
  }

  @Test
  void aWritableThatReadsMoreThanItWrote() throws Exception {
    assertFails(
        withValues(Nine.class),
        "reduce 0 failed 2 times: java.io.IOException: "
            + OWN
            + "Nine.readFields reads more than the 8 bytes there are");
  }

  @Test
  void aWritableThatCannotBeWritten() throws Exception {
    assertFails(
        withValues(Unwritable.class),
        "map 0 failed 2 times: java.lang.IllegalStateException: cannot write");
  }

  @Test
  void aWritableThatOverflowsTheStack() throws Exception {
    assertFails(
        withValues(Overflowing.class), "map 0 failed 2 times: java.lang.StackOverflowError: deep");
  }

  // Reduces

  /** Fails after some output. */
  static final class FailsLate extends Reducer<Text, Text, Text, Text> {
    @Override
    protected void reduce(Text key, Iterable<Text> values, Context context)
        throws IOException, InterruptedException {
      context.write(key, key);
      if (key.toString().equals("z")) {
        throw new ArithmeticException("z");
      }
    }
  }

  @Test
  void aReducerThatThrows() throws Exception {
    input("a", "x\ny\nz\n");
    Job job = job();
    job.setReducerClass(FailsLate.class);
    assertFails(job, "reduce 0 failed 2 times: java.lang.ArithmeticException: z");
  }

  // Input and output

  @Test
  void aMissingInput() throws Exception {
    Job job = job();
    Path missing = input();
    Files.delete(missing);
    assertThatExceptionOfType(InvalidInputException.class)
        .isThrownBy(job::submit)
        .withMessage("Input path does not exist: file:" + missing);
    assertThat(output()).doesNotExist();
    assertNothingIsLeft();
  }

  @Test
  void anInputThatIsDeletedBeforeItIsRead() throws Exception {
    input("a", "x\n");
    Job job = job();
    job.setMapperClass(DeletesOther.class);
    input("b", "y".repeat(100) + "\n"); // the larger file is the first split
    job.getConfiguration().setInt("athanor.threads", 1);
    DeletesOther.file = input().resolve("a");
    assertFails(
        job,
        "map 1 failed 2 times: java.io.FileNotFoundException: File file:"
            + input().resolve("a")
            + " does not exist (while reading file:"
            + input().resolve("a")
            + ":0+2)");
  }

  /** Deletes another task's input. */
  static final class DeletesOther extends Lines {
    private static Path file;

    @Override
    protected void setup(Context context) throws IOException {
      Files.deleteIfExists(file);
    }
  }

  @Test
  void aCorruptGzipFile() throws Exception {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (OutputStream gzip = new GZIPOutputStream(bytes)) {
      for (int i = 0; i < 5000; i++) {
        gzip.write(("line " + i + "\n").getBytes(StandardCharsets.UTF_8));
      }
    }
    byte[] corrupt = bytes.toByteArray();
    for (int i = 300; i < 600; i++) {
      corrupt[i] ^= 0x55;
    }
    Files.write(input().resolve("a.gz"), corrupt);
    assertFails(
        job(),
        "map 0 failed 2 times: java.io.IOException: invalid distance too far back (while reading"
            + " file:"
            + input().resolve("a.gz")
            + ":0+"
            + corrupt.length
            + ")");
  }

  @Test
  void aSequenceFileWithAWrongMarker() throws Exception {
    Path file = input().resolve("a.seq");
    org.apache.hadoop.fs.Path path = new org.apache.hadoop.fs.Path(file.toUri());
    long marker;
    try (SequenceFile.Writer out =
        SequenceFile.createWriter(
            conf(),
            SequenceFile.Writer.file(path),
            SequenceFile.Writer.keyClass(Text.class),
            SequenceFile.Writer.valueClass(Text.class))) {
      out.append(new Text("a"), new Text("1"));
      marker = out.getLength() + Integer.BYTES; // after the escape
      out.sync();
      out.append(new Text("b"), new Text("2"));
    }
    byte[] corrupt = Files.readAllBytes(file);
    corrupt[(int) marker] ^= 0x55;
    Files.write(file, corrupt);
    Files.deleteIfExists(input().resolve(".a.seq.crc"));
    Job job = job();
    job.setInputFormatClass(SequenceFileInputFormat.class);
    job.setMapperClass(Mapper.class);
    assertFails(
        job,
        "map 0 failed 2 times: java.io.IOException: File is corrupt! (while reading file:"
            + file
            + ":0+"
            + corrupt.length
            + ")");
  }

  @ParameterizedTest
  @ValueSource(strings = {"create", "initialize", "next"})
  void aReaderWhoseLibraryIsMissing(String when) throws Exception {
    input("a", "x\n");
    Job job = job();
    job.setInputFormatClass(WithoutLibrary.class);
    job.getConfiguration().set("when", when);
    assertFails(
        job,
        "map 0 failed 2 times: java.lang.NoClassDefFoundError: net/example/Codec (while reading"
            + " file:"
            + input().resolve("a")
            + ":0+2)");
  }

  /** Throws, where the configuration says, as a codec without its library does. */
  static final class WithoutLibrary extends TextInputFormat {
    private static void use(String when, Configuration conf) {
      if (when.equals(conf.get("when"))) {
        throw new NoClassDefFoundError("net/example/Codec");
      }
    }

    @Override
    public RecordReader<LongWritable, Text> createRecordReader(
        InputSplit split, TaskAttemptContext context) {
      use("create", context.getConfiguration());
      return new LineRecordReader() {
        @Override
        public void initialize(InputSplit split, TaskAttemptContext context) throws IOException {
          use("initialize", context.getConfiguration());
          super.initialize(split, context);
        }

        @Override
        public boolean nextKeyValue() throws IOException {
          use("next", context.getConfiguration());
          return super.nextKeyValue();
        }
      };
    }
  }

  /** Has a committer whose commit fails. */
  static final class Uncommitting extends TextOutputFormat<Text, Text> {
    @Override
    public synchronized OutputCommitter getOutputCommitter(TaskAttemptContext context)
        throws IOException {
      return new FileOutputCommitter(getOutputPath(context), context) {
        @Override
        public void commitJob(JobContext unused) throws IOException {
          throw new IOException("quota exceeded");
        }
      };
    }
  }

  @Test
  void aCommitThatFails() throws Exception {
    input("a", "x\n");
    Job job = job();
    // With the other algorithm, which is the default, tasks commit to the output directory itself.
    job.getConfiguration().setInt("mapreduce.fileoutputcommitter.algorithm.version", 1);
    job.setOutputFormatClass(Uncommitting.class);
    assertFails(job, "commit failed: java.io.IOException: quota exceeded");
  }

  /** Has a committer whose set-up fails. */
  static final class NeverSetUp extends TextOutputFormat<Text, Text> {
    @Override
    public synchronized OutputCommitter getOutputCommitter(TaskAttemptContext context)
        throws IOException {
      return new FileOutputCommitter(getOutputPath(context), context) {
        @Override
        public void setupJob(JobContext unused) throws IOException {
          throw new IOException("read-only file system");
        }
      };
    }
  }

  @Test
  void aSetUpThatFails() throws Exception {
    input("a", "x\n");
    Job job = job();
    job.setOutputFormatClass(NeverSetUp.class);
    assertFails(job, "set-up failed: java.io.IOException: read-only file system");
  }

  // Local disk

  /** Much more than the pool holds. */
  private void largeInput() throws IOException {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < 15_000; i++) {
      text.append(i % 997).append(' ').append("v".repeat(1000)).append('\n');
    }
    input("large", text.toString());
  }

  private Configuration spillingTo(Path local) {
    Configuration conf = conf();
    conf.set("mapreduce.cluster.local.dir", local.toString());
    conf.setInt("athanor.threads", 1);
    return conf;
  }

  @Test
  void aLocalDirectoryThatIsAFile() throws Exception {
    largeInput();
    Path file = Files.writeString(root.resolve("file"), "not a directory");
    Job job = job(spillingTo(file));
    assertThatExceptionOfType(IOException.class)
        .isThrownBy(job::submit)
        .withMessage(
            "no directory can be made in %s: %s exists already; set mapreduce.cluster.local.dir to"
                + " a directory that %s can write",
            file, file, System.getProperty("user.name"));
    assertNothingIsCommitted();
    assertThat(file).hasContent("not a directory");
    assertWorksAfterwards();
  }

  @Test
  void oneOfTwoLocalDirectoriesIsEnough() throws Exception {
    largeInput();
    Path file = Files.writeString(root.resolve("file"), "not a directory");
    Configuration conf = spillingTo(file);
    conf.set("mapreduce.cluster.local.dir", file + "," + local());
    assertThat(run(job(conf)).state()).isEqualTo(JobStatus.State.SUCCEEDED);
  }

  @Test
  void aLocalDirectoryThatIsFull() throws Exception {
    Path small = Files.createDirectory(root.resolve("small"));
    assumeTrue(
        exec("mount", "-t", "tmpfs", "-o", "size=2m", "tmpfs", small.toString()),
        "this user may not mount a small file system to fill");
    try {
      largeInput();
      Ended ended = run(job(spillingTo(small)));
      assertThat(ended.state()).isEqualTo(JobStatus.State.FAILED);
      assertThat(ended.failureInfo())
          .startsWith(
              "map 0 failed 2 times: org.athanor.engine.run.SpillException: cannot spill map"
                  + " output to "
                  + small
                  + "/athanor-job-")
          .endsWith(
              "/spill: No space left on device (mapreduce.cluster.local.dir names the place)");
      assertNothingIsCommitted();
      assertThat(filesBelow(small)).isEmpty();
      assertWorksAfterwards();
    } finally {
      exec("umount", small.toString());
    }
  }

  private static boolean exec(String... command) throws IOException, InterruptedException {
    try {
      return new ProcessBuilder(command)
              .redirectErrorStream(true)
              .redirectOutput(ProcessBuilder.Redirect.DISCARD)
              .start()
              .waitFor()
          == 0;
    } catch (IOException e) {
      return false; // no such program
    }
  }

  /** Flips a byte of the spilled map output when a reduce is set up. */
  static final class Corrupting extends TextOutputFormat<Text, Text> {
    private static volatile Path local;

    @Override
    public synchronized OutputCommitter getOutputCommitter(TaskAttemptContext context)
        throws IOException {
      return new FileOutputCommitter(getOutputPath(context), context) {
        @Override
        public void setupTask(TaskAttemptContext attempt) throws IOException {
          super.setupTask(attempt);
          TaskAttemptID id = attempt.getTaskAttemptID();
          if (id.getTaskType() == TaskType.REDUCE && id.getId() == 0) {
            flipAByte(spillFile(local));
          }
        }
      };
    }

    private static void flipAByte(Path file) throws IOException {
      try (RandomAccessFile bytes = new RandomAccessFile(file.toFile(), "rw")) {
        bytes.seek(100);
        int b = bytes.read();
        bytes.seek(100);
        bytes.write(b ^ 1);
      }
    }
  }

  private static Path spillFile(Path local) throws IOException {
    return filesBelow(local).stream()
        .filter(file -> file.getFileName().toString().equals("spill"))
        .findAny()
        .orElseThrow();
  }

  @Test
  void aFlippedBitOnDisk() throws Exception {
    largeInput();
    Job job = job(spillingTo(local()));
    job.setOutputFormatClass(Corrupting.class);
    Corrupting.local = local();
    Ended ended = run(job);
    assertThat(ended.state()).isEqualTo(JobStatus.State.FAILED);
    assertThat(ended.failureInfo())
        .startsWith(
            "reduce 0 failed 2 times: org.athanor.engine.run.SpillException: cannot read spilled"
                + " map output from "
                + local()
                + "/athanor-job-")
        .endsWith(
            "/spill: block at 0 fails its checksum (mapreduce.cluster.local.dir names the place)");
    assertNothingIsCommitted();
    assertWorksAfterwards();
  }

  // Time-outs and kills

  @Test
  void aTaskThatReportsNoProgress() throws Exception {
    input("a", "x\n");
    Waits.begun = new CountDownLatch(1);
    Job job = job();
    job.setMapperClass(Waits.class);
    job.getConfiguration().setInt("mapreduce.task.timeout", 300);
    Ended ended = run(job);
    assertThat(ended.state()).isEqualTo(JobStatus.State.FAILED);
    assertThat(ended.failureInfo())
        .matches("map 0 failed 2 times: attempt_\\d+_\\d+_m_000000_1 Timed out after \\d+ secs");
    assertNothingIsCommitted();
    assertWorksAfterwards();
  }

  @Test
  void anAttemptThatIsFailedWhileItWaitsForAThread() throws Exception {
    input("a", "x\n");
    input("b", "y\n");
    Waits.begun = new CountDownLatch(1);
    Configuration conf = conf();
    conf.setInt("athanor.threads", 1);
    conf.setInt("mapreduce.map.maxattempts", 1);
    Job job = job(conf);
    job.setMapperClass(Waits.class);
    job.submit();
    Waits.begun.await();
    TaskAttemptID waiting = new TaskAttemptID(new TaskID(job.getJobID(), TaskType.MAP, 1), 0);
    job.failTask(waiting);
    Ended ended = end(job);
    assertThat(ended.state()).isEqualTo(JobStatus.State.FAILED);
    assertThat(ended.failureInfo())
        .isEqualTo("map 1 failed 1 time: Task attempt failed by its client");
    assertThat(job.getTaskCompletionEvents(0, 10)[0])
        .satisfies(
            event -> {
              assertThat(event.getTaskAttemptId()).hasToString(waiting.toString());
              assertThat(event.getStatus()).isEqualTo(TaskCompletionEvent.Status.TIPFAILED);
            });
    assertThat(job.getTaskDiagnostics(waiting)).contains("Task attempt failed by its client");
  }

  @Test
  void aKillOfOneOfTwoJobs() throws Exception {
    input("a", "x\n");
    Waits.begun = new CountDownLatch(1);
    Job killed = job();
    killed.setMapperClass(Waits.class);
    killed.submit();
    Waits.begun.await();
    Job other = job();
    Path otherOutput = root.resolve("other-out");
    FileOutputFormat.setOutputPath(other, new org.apache.hadoop.fs.Path(otherOutput.toUri()));
    assertThat(other.waitForCompletion(false)).isTrue();
    assertThat(otherOutput.resolve("_SUCCESS")).exists();
    killed.killJob();
    awaitEnd(other.getJobID());
    assertThat(end(killed).state()).isEqualTo(JobStatus.State.KILLED);
    assertNothingIsCommitted();
  }

  /** Signals that it has begun, then waits until it is interrupted. */
  static final class Waits extends Lines {
    private static volatile CountDownLatch begun;

    @Override
    protected void setup(Context context) throws InterruptedException {
      begun.countDown();
      new CountDownLatch(1).await();
    }
  }

  @Test
  void aKillWhileMapsRun() throws Exception {
    input("a", "x\n");
    input("b", "y\n");
    input("c", "z\n");
    Waits.begun = new CountDownLatch(2);
    Job job = job();
    job.setMapperClass(Waits.class);
    job.submit();
    Waits.begun.await();
    job.killJob();
    Ended ended = end(job);
    assertThat(ended.state()).isEqualTo(JobStatus.State.KILLED);
    assertThat(ended.failureInfo()).isEqualTo("killed by its client");
    assertNothingIsCommitted();
    assertWorksAfterwards();
  }

  /** Compares texts; stops in the middle of a merge until it is interrupted. */
  static final class StopsInMerge extends Text.Comparator {
    private static volatile CountDownLatch merging;

    @Override
    public int compare(byte[] a, int i, int m, byte[] b, int j, int n) {
      if (merging.getCount() > 0 && isMerging()) {
        merging.countDown();
        try {
          new CountDownLatch(1).await();
        } catch (InterruptedException e) {
          Thread.currentThread().interrupt();
          throw new IllegalStateException("interrupted in a merge", e);
        }
      }
      return super.compare(a, i, m, b, j, n);
    }

    private static boolean isMerging() {
      return Thread.currentThread().getStackTrace().length > 0
          && java.util.Arrays.stream(Thread.currentThread().getStackTrace())
              .anyMatch(frame -> frame.getClassName().equals(RunMerge.class.getName()));
    }
  }

  @Test
  void aKillWhileRunsAreMerged() throws Exception {
    // Each run has two blocks, so that some runs are partly in memory.
    String value = " " + "v".repeat(250) + "\n";
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < 60_000; i++) {
      text.append(i % 997).append(value);
    }
    input("large", text.toString());
    Configuration conf = conf();
    conf.set("athanor.buffer.size", "512k");
    conf.setInt("athanor.threads", 2);
    StopsInMerge.merging = new CountDownLatch(1);
    Job job = job(conf);
    job.setSortComparatorClass(StopsInMerge.class);
    job.submit();
    StopsInMerge.merging.await();
    job.killJob();
    Ended ended = end(job);
    assertThat(ended.state()).isEqualTo(JobStatus.State.KILLED);
    assertNothingIsCommitted();
    assertWorksAfterwards();
  }

  @Test
  void countsRecordsOfTheRetryOnly() throws Exception {
    input("a", "sometimes\nsometimes\n");
    Job job = job();
    job.setMapperClass(Fails.class);
    Ended ended = run(job);
    assertThat(ended.counters().findCounter(TaskCounter.MAP_INPUT_RECORDS).getValue()).isEqualTo(2);
    assertThat(ended.counters().findCounter(TaskCounter.MAP_OUTPUT_RECORDS).getValue())
        .isEqualTo(2);
  }
}
