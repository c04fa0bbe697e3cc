// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.compatibility;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.LocalDirAllocator;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.IntWritable;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapred.MapReduceBase;
import org.apache.hadoop.mapred.OutputCollector;
import org.apache.hadoop.mapred.Reporter;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.Mapper;
import org.apache.hadoop.mapreduce.Reducer;
import org.apache.hadoop.mapreduce.lib.input.FileSplit;
import org.apache.hadoop.mapreduce.lib.output.FileOutputFormat;
import org.apache.hadoop.mapreduce.lib.reduce.IntSumReducer;
import org.athanor.engine.compatibility.oracle.Area;
import org.athanor.engine.compatibility.oracle.JobCase;
import org.athanor.engine.compatibility.oracle.OracleTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Area("What tasks see: configuration, counters, status")
@SuppressWarnings("SameNameButDifferent") // Context, in mappers and reducers
class ConfigurationTest extends OracleTest {
  private static final List<String> KEYS =
      List.of(
          "mapreduce.task.attempt.id",
          "mapreduce.task.id",
          "mapreduce.task.ismap",
          "mapreduce.task.partition",
          "mapreduce.job.id",
          "mapreduce.job.name",
          "mapreduce.job.user.name",
          "mapreduce.job.maps",
          "mapreduce.job.reduces",
          "mapreduce.map.input.file",
          "mapreduce.map.input.start",
          "mapreduce.map.input.length",
          "mapred.task.id",
          "mapred.job.id",
          "mapred.task.partition",
          "map.input.file",
          "my.own.key");

  @Test
  @Tag("short")
  void showsTasksTheirConfigurationInTheNewApi() throws Exception {
    check(
        JobCase.of("keys, new API", "identifiers, task, partition, job name, own keys")
            .input(Inputs::threeTexts)
            .program(
                workspace -> {
                  Job job = Jobs.job(workspace, "keys");
                  job.getConfiguration().set("my.own.key", "${mapreduce.job.name} and more");
                  job.setMapperClass(ShowsKeys.class);
                  job.setReducerClass(ReduceShowsKeys.class);
                  job.setNumReduceTasks(2);
                  job.setOutputKeyClass(Text.class);
                  job.setOutputValueClass(Text.class);
                  return Jobs.run(job);
                }));
  }

  @Test
  void showsTasksTheirConfigurationInTheOldApi() throws Exception {
    check(
        JobCase.of("keys, old API", "with mapreduce.map.input.file, start and length")
            .input(Inputs::threeTexts)
            .program(
                workspace -> {
                  JobConf conf = Jobs.jobConf(workspace, "keys-old");
                  conf.setMapperClass(OldShowsKeys.class);
                  conf.setNumReduceTasks(0);
                  conf.setOutputKeyClass(Text.class);
                  conf.setOutputValueClass(Text.class);
                  return Jobs.run(conf);
                }));
  }

  @Test
  void showsTasksTheirSplitAndContext() throws Exception {
    check(
        JobCase.of("context", "split, progress, classes, number of reduces from the context")
            .input(Inputs::threeTexts)
            .program(
                workspace -> {
                  Job job = Jobs.job(workspace, "context");
                  job.setMapperClass(ShowsContext.class);
                  job.setNumReduceTasks(0);
                  job.setOutputKeyClass(Text.class);
                  job.setOutputValueClass(Text.class);
                  return Jobs.run(job);
                }));
  }

  @Test
  @Tag("short")
  void showsTasksTheirProgress() throws Exception {
    check(
        JobCase.of("progress, new API", "of a map and a reduce, from the context, in all methods")
            .input(Inputs::threeTexts)
            .program(
                workspace -> {
                  Job job = Jobs.job(workspace, "progress");
                  job.setMapperClass(ShowsProgress.class);
                  job.setReducerClass(ReduceShowsProgress.class);
                  job.setOutputKeyClass(Text.class);
                  job.setOutputValueClass(Text.class);
                  return Jobs.run(job);
                }));
  }

  @Test
  void showsTasksTheirProgressWithoutReduces() throws Exception {
    check(
        JobCase.of("progress, map only", "the map is all of the task")
            .input(Inputs::threeTexts)
            .program(
                workspace -> {
                  Job job = Jobs.job(workspace, "progress-map-only");
                  job.setMapperClass(ShowsProgress.class);
                  job.setNumReduceTasks(0);
                  job.setOutputKeyClass(Text.class);
                  job.setOutputValueClass(Text.class);
                  return Jobs.run(job);
                }));
  }

  @Test
  void showsTasksTheirProgressInTheOldApi() throws Exception {
    check(
        JobCase.of("progress, old API", "Reporter.getProgress of a map")
            .input(Inputs::threeTexts)
            .program(
                workspace -> {
                  JobConf conf = Jobs.jobConf(workspace, "progress-old");
                  conf.setMapperClass(OldShowsProgress.class);
                  conf.setOutputKeyClass(Text.class);
                  conf.setOutputValueClass(Text.class);
                  return Jobs.run(conf);
                }));
  }

  @Test
  void givesTasksAConfigurationThatWasWrittenAndRead() throws Exception {
    check(
        JobCase.of("job.xml", "empty values, blanks around names and in values, line ends")
            .input(Inputs::threeTexts)
            .program(
                workspace -> {
                  Job job = Jobs.job(workspace, "written");
                  job.getConfiguration().set("my.empty", "");
                  if (!isOnYarn()) {
                    // YARN refuses it.
                    job.getConfiguration().set("mapreduce.job.queuename", "");
                  }
                  job.getConfiguration().set(" my.blanks ", " value ");
                  job.getConfiguration().set("my.lines", "a\r\nb\tc\n");
                  job.setMapperClass(ShowsOddKeys.class);
                  job.setNumReduceTasks(0);
                  job.setOutputKeyClass(Text.class);
                  job.setOutputValueClass(Text.class);
                  return Jobs.run(job);
                }));
  }

  @Test
  void runsAConfigurationWithoutDefaults() throws Exception {
    check(
        JobCase.of("no defaults", "new JobConf(false) with a few keys set")
            .notOnYarn("these keys name no cluster")
            .input(Inputs::threeTexts)
            .program(
                workspace -> {
                  JobConf full = Jobs.jobConf(workspace, "full");
                  JobConf conf = new JobConf(false);
                  for (String key :
                      List.of(
                          "mapreduce.framework.name",
                          "hadoop.tmp.dir",
                          "fs.defaultFS",
                          "athanor.history.enabled",
                          "mapreduce.jobtracker.staging.root.dir",
                          "mapreduce.input.fileinputformat.inputdir",
                          "mapreduce.output.fileoutputformat.outputdir")) {
                    if (full.get(key) != null) {
                      conf.set(key, full.get(key));
                    }
                  }
                  conf.setMapperClass(OldCounts.class);
                  conf.setNumReduceTasks(0);
                  conf.setOutputKeyClass(LongWritable.class);
                  conf.setOutputValueClass(Text.class);
                  return Jobs.run(conf);
                }));
  }

  @Test
  void givesTasksLocalDirectories() throws Exception {
    check(
        JobCase.of("local directories", "a task writes and reads in mapreduce.cluster.local.dir")
            .input(Inputs::threeTexts)
            .program(
                workspace -> {
                  Job job = Jobs.job(workspace, "local-dirs");
                  job.setMapperClass(UsesLocalDirectory.class);
                  job.setNumReduceTasks(0);
                  job.setOutputKeyClass(Text.class);
                  job.setOutputValueClass(Text.class);
                  return Jobs.run(job);
                }));
  }

  @Test
  @Tag("short")
  void countsWhatUsersCount() throws Exception {
    check(
        JobCase.of("user counters, new API", "by enum and by name, set, negative, 0, from cleanup")
            .input(Inputs::threeTexts)
            .program(
                workspace -> {
                  Job job = Jobs.job(workspace, "counters");
                  job.setMapperClass(Counts.class);
                  job.setReducerClass(IntSumReducer.class);
                  job.setOutputKeyClass(Text.class);
                  job.setOutputValueClass(IntWritable.class);
                  int exitCode = Jobs.run(job);
                  workspace.record(
                      "found",
                      String.valueOf(job.getCounters().findCounter(Mine.WORDS).getValue()));
                  return exitCode;
                })
            .verifying(
                observed -> assertThat(observed.job().counter(Mine.WORDS)).isGreaterThan(1000)));
  }

  @Test
  void countsWhatUsersCountInTheOldApi() throws Exception {
    check(
        JobCase.of("user counters, old API", "Reporter.incrCounter, getCounter, setStatus")
            .input(Inputs::threeTexts)
            .program(
                workspace -> {
                  JobConf conf = Jobs.jobConf(workspace, "counters-old");
                  conf.setMapperClass(OldCounts.class);
                  conf.setNumReduceTasks(0);
                  conf.setOutputKeyClass(LongWritable.class);
                  conf.setOutputValueClass(Text.class);
                  return Jobs.run(conf);
                })
            .verifying(
                observed -> assertThat(observed.job().counter("group", "lines")).isEqualTo(720)));
  }

  @Test
  void keepsTheLastStatusOfATask() throws Exception {
    check(
        JobCase.of("status", "setStatus and progress, seen in task reports")
            .candidateOnly("it keeps no task reports")
            .notOnYarn("reports of tasks have no status text there, on Hadoop's neither")
            .input((directory, random) -> Inputs.words(directory.resolve("a"), random, 50))
            .program(
                workspace -> {
                  Job job = Jobs.job(workspace, "status");
                  job.setMapperClass(Counts.class);
                  job.setNumReduceTasks(0);
                  job.setOutputKeyClass(Text.class);
                  job.setOutputValueClass(IntWritable.class);
                  return Jobs.run(job);
                })
            .verifying(
                observed ->
                    assertThat(observed.job().mapReports())
                        .singleElement()
                        .asString()
                        .contains("50 lines done")));
  }

  /** Identifiers without what differs between two runs. */
  static String plain(String text) {
    return text == null
        ? "unset"
        : text.replaceAll("(job|task|attempt)_[^_/]+_\\d+", "$1_X")
            .replaceAll("/side-[12]/", "/side/");
  }

  static String show(Configuration conf) {
    StringBuilder shown = new StringBuilder();
    for (String key : KEYS) {
      shown.append(key).append('=').append(plain(conf.get(key))).append(' ');
    }
    return shown.toString();
  }

  /** Writes its configuration, under its task. */
  public static class ShowsKeys extends Mapper<LongWritable, Text, Text, Text> {
    @Override
    protected void cleanup(Context context) throws IOException, InterruptedException {
      context.write(
          new Text(plain(context.getTaskAttemptID().toString())),
          new Text(show(context.getConfiguration())));
    }

    @Override
    protected void map(LongWritable key, Text value, Context context) {}
  }

  /** The same in a reducer. */
  public static class ReduceShowsKeys extends Reducer<Text, Text, Text, Text> {
    @Override
    protected void cleanup(Context context) throws IOException, InterruptedException {
      context.write(
          new Text(plain(context.getTaskAttemptID().toString())),
          new Text(show(context.getConfiguration())));
    }
  }

  /** The same in the old API. */
  public static class OldShowsKeys extends MapReduceBase
      implements org.apache.hadoop.mapred.Mapper<LongWritable, Text, Text, Text> {
    private JobConf conf;

    @Override
    public void configure(JobConf job) {
      this.conf = job;
    }

    @Override
    public void map(
        LongWritable key, Text value, OutputCollector<Text, Text> output, Reporter reporter)
        throws IOException {
      if (key.get() == 0) {
        output.collect(new Text(reporter.getInputSplit().toString()), new Text(show(conf)));
      }
    }
  }

  /** Writes what its context says. */
  public static class ShowsContext extends Mapper<LongWritable, Text, Text, Text> {
    @Override
    protected void setup(Context context) throws IOException, InterruptedException {
      FileSplit split = (FileSplit) context.getInputSplit();
      write(context, "split", split.getPath().getName() + split.getStart() + split.getLength());
      write(context, "reduces", context.getNumReduceTasks());
      write(context, "mapper", classOf(context));
      write(context, "key", context.getOutputKeyClass());
      write(context, "name", context.getJobName());
      write(context, "jobId", plain(context.getJobID().toString()));
      write(context, "user", context.getUser());
      write(context, "output", FileOutputFormat.getOutputPath(context).getName());
    }

    @Override
    protected void map(LongWritable key, Text value, Context context) {}

    private static Class<?> classOf(Context context) throws IOException {
      try {
        return context.getMapperClass();
      } catch (ClassNotFoundException e) {
        throw new IOException(e);
      }
    }

    private static void write(Context context, String what, Object value)
        throws IOException, InterruptedException {
      context.write(new Text(what), new Text(plain(String.valueOf(value))));
    }
  }

  /** Writes its progress from set-up, at every fiftieth line, and from clean-up. */
  public static class ShowsProgress extends Mapper<LongWritable, Text, Text, Text> {
    private int lines;

    @Override
    protected void setup(Context context) throws IOException, InterruptedException {
      show("setup", context);
    }

    @Override
    protected void map(LongWritable key, Text value, Context context)
        throws IOException, InterruptedException {
      if (lines++ % 50 == 0) {
        show("line " + lines, context);
      }
    }

    @Override
    protected void cleanup(Context context) throws IOException, InterruptedException {
      show("cleanup", context);
    }

    private static void show(String where, Context context)
        throws IOException, InterruptedException {
      context.write(
          new Text(plain(context.getTaskAttemptID().toString()) + " " + where),
          new Text(String.valueOf(context.getProgress())));
    }
  }

  /** Writes its progress from set-up and clean-up. */
  public static class ReduceShowsProgress extends Reducer<Text, Text, Text, Text> {
    @Override
    protected void setup(Context context) throws IOException, InterruptedException {
      show("setup", context, 2 / 3f);
    }

    @Override
    protected void cleanup(Context context) throws IOException, InterruptedException {
      show("cleanup", context, 1);
    }

    /** Hadoop counts bytes that it has read, the engine records. */
    private static void show(String where, Context context, float expected)
        throws IOException, InterruptedException {
      float distance = Math.abs(context.getProgress() - expected);
      context.write(new Text(where), new Text(distance < 0.05 ? "expected" : "off by " + distance));
    }
  }

  /** Writes its progress at every fiftieth line. */
  public static class OldShowsProgress extends MapReduceBase
      implements org.apache.hadoop.mapred.Mapper<LongWritable, Text, Text, Text> {
    private int lines;

    @Override
    public void map(
        LongWritable key, Text value, OutputCollector<Text, Text> output, Reporter reporter)
        throws IOException {
      if (lines++ % 50 == 0) {
        output.collect(
            new Text(reporter.getInputSplit().toString().replaceAll(".*/", "") + " " + lines),
            new Text(String.valueOf(reporter.getProgress())));
      }
    }
  }

  /** Writes keys whose values a file of the configuration cannot hold as they are. */
  public static class ShowsOddKeys extends Mapper<LongWritable, Text, Text, Text> {
    @Override
    protected void setup(Context context) throws IOException, InterruptedException {
      for (String key :
          List.of("my.empty", "mapreduce.job.queuename", " my.blanks ", "my.blanks", "my.lines")) {
        String value = context.getConfiguration().get(key);
        String shown = value == null ? "absent" : value.replace("\r", "\\r").replace("\n", "\\n");
        context.write(new Text("[" + key + "]"), new Text("[" + shown + "]"));
      }
    }

    @Override
    protected void map(LongWritable key, Text value, Context context) {}
  }

  /** Keeps its lines in a local file and writes them from there. */
  public static class UsesLocalDirectory extends Mapper<LongWritable, Text, Text, Text> {
    @Override
    protected void setup(Context context) throws IOException, InterruptedException {
      Configuration conf = context.getConfiguration();
      Path file =
          new LocalDirAllocator("mapreduce.cluster.local.dir")
              .getLocalPathForWrite("mine/" + context.getTaskAttemptID(), conf);
      FileSystem local = FileSystem.getLocal(conf);
      try (OutputStream out = local.create(file)) {
        out.write(1);
      }
      String text = "length " + local.getFileStatus(file).getLen();
      local.delete(file, true);
      context.write(new Text("file"), new Text(text.getBytes(StandardCharsets.UTF_8)));
    }

    @Override
    protected void map(LongWritable key, Text value, Context context) {}
  }

  /** Counters of an enum. */
  public enum Mine {
    WORDS,
    LINES,
    UNUSED
  }

  /** Counts in every way. */
  public static class Counts extends WordSplit {
    private int lines;

    @Override
    protected void map(Object key, Text line, Context context)
        throws IOException, InterruptedException {
      super.map(key, line, context);
      lines++;
      context.getCounter(Mine.WORDS).increment(line.toString().split(" ").length);
      context.getCounter("by name", "länge, with odd characters").increment(line.getLength());
      context.getCounter("by name", "down").increment(-1);
      context.getCounter("by name", "zero").increment(0);
      context.setStatus(lines + " lines done");
      context.progress();
    }

    @Override
    protected void cleanup(Context context) {
      context.getCounter(Mine.LINES).setValue(lines);
    }
  }

  /** The same in the old API. */
  public static class OldCounts extends MapReduceBase
      implements org.apache.hadoop.mapred.Mapper<LongWritable, Text, LongWritable, Text> {
    @Override
    public void map(
        LongWritable key,
        Text value,
        OutputCollector<LongWritable, Text> output,
        Reporter reporter) {
      reporter.incrCounter("group", "lines", 1);
      reporter.incrCounter(Mine.LINES, 1);
      reporter.getCounter("group", "bytes").increment(value.getLength());
      reporter.setStatus("at " + key);
      reporter.progress();
    }
  }
}
