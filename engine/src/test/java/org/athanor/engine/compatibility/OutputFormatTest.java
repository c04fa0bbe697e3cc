// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.compatibility;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Iterator;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.IntWritable;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.io.SequenceFile.CompressionType;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapred.MapReduceBase;
import org.apache.hadoop.mapred.OutputCollector;
import org.apache.hadoop.mapred.Reporter;
import org.apache.hadoop.mapred.lib.MultipleTextOutputFormat;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.Reducer;
import org.apache.hadoop.mapreduce.lib.output.FileOutputFormat;
import org.apache.hadoop.mapreduce.lib.output.LazyOutputFormat;
import org.apache.hadoop.mapreduce.lib.output.MapFileOutputFormat;
import org.apache.hadoop.mapreduce.lib.output.MultipleOutputs;
import org.apache.hadoop.mapreduce.lib.output.NullOutputFormat;
import org.apache.hadoop.mapreduce.lib.output.SequenceFileOutputFormat;
import org.apache.hadoop.mapreduce.lib.output.TextOutputFormat;
import org.apache.hadoop.mapreduce.lib.reduce.IntSumReducer;
import org.athanor.engine.compatibility.oracle.Area;
import org.athanor.engine.compatibility.oracle.JobCase;
import org.athanor.engine.compatibility.oracle.OracleTest;
import org.athanor.engine.compatibility.oracle.Workspace;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

@Area("Output formats")
@SuppressWarnings("SameNameButDifferent") // Context, in mappers and reducers
class OutputFormatTest extends OracleTest {

  @Test
  @Tag("short")
  void writesSeveralOutputs() throws Exception {
    check(
        JobCase.of("MultipleOutputs, new API", "named outputs, base paths, their counters")
            .input(Inputs::threeTexts)
            .program(
                workspace -> {
                  Job job = counting(workspace, "multiple-outputs");
                  job.setReducerClass(ByCount.class);
                  job.setNumReduceTasks(2);
                  MultipleOutputs.addNamedOutput(
                      job, "rare", TextOutputFormat.class, Text.class, IntWritable.class);
                  MultipleOutputs.addNamedOutput(
                      job, "often", SequenceFileOutputFormat.class, Text.class, IntWritable.class);
                  MultipleOutputs.setCountersEnabled(job, true);
                  return Jobs.run(job);
                }));
  }

  @Test
  void writesSeveralOutputsInTheOldApi() throws Exception {
    check(
        JobCase.of("MultipleOutputs, old API", "named and multi outputs, their counters")
            .input((directory, random) -> Inputs.pairs(directory.resolve("a"), random, 500, 30))
            .program(
                workspace -> {
                  JobConf conf = oldPairs(workspace, "multiple-outputs-old");
                  conf.setReducerClass(OldByKey.class);
                  org.apache.hadoop.mapred.lib.MultipleOutputs.addNamedOutput(
                      conf,
                      "even",
                      org.apache.hadoop.mapred.TextOutputFormat.class,
                      Text.class,
                      Text.class);
                  org.apache.hadoop.mapred.lib.MultipleOutputs.addMultiNamedOutput(
                      conf,
                      "odd",
                      org.apache.hadoop.mapred.TextOutputFormat.class,
                      Text.class,
                      Text.class);
                  org.apache.hadoop.mapred.lib.MultipleOutputs.setCountersEnabled(conf, true);
                  return Jobs.run(conf);
                }));
  }

  @Test
  void namesFilesByKeyInTheOldApi() throws Exception {
    check(
        JobCase.of("MultipleTextOutputFormat", "a file for each key, old API")
            .input((directory, random) -> Inputs.pairs(directory.resolve("a"), random, 200, 8))
            .program(
                workspace -> {
                  JobConf conf = oldPairs(workspace, "file-by-key");
                  conf.setOutputFormat(FileByKey.class);
                  return Jobs.run(conf);
                }));
  }

  @Test
  void createsNoFileWithoutRecords() throws Exception {
    check(
        JobCase.of("LazyOutputFormat, new API", "no files for empty partitions")
            .input((directory, random) -> Inputs.lines(directory.resolve("a"), "x y x"))
            .program(
                workspace -> {
                  Job job = counting(workspace, "lazy");
                  job.setNumReduceTasks(5);
                  LazyOutputFormat.setOutputFormatClass(job, TextOutputFormat.class);
                  return Jobs.run(job);
                }));
  }

  @Test
  void createsNoFileWithoutRecordsInTheOldApi() throws Exception {
    check(
        JobCase.of("LazyOutputFormat, old API", "no files for empty partitions")
            .input((directory, random) -> Inputs.lines(directory.resolve("a"), "x\t1", "y\t2"))
            .program(
                workspace -> {
                  JobConf conf = oldPairs(workspace, "lazy-old");
                  conf.setNumReduceTasks(5);
                  org.apache.hadoop.mapred.lib.LazyOutputFormat.setOutputFormatClass(
                      conf, org.apache.hadoop.mapred.TextOutputFormat.class);
                  return Jobs.run(conf);
                }));
  }

  @Test
  void writesNothing() throws Exception {
    check(
        JobCase.of("NullOutputFormat", "a job without output")
            .input(Inputs::threeTexts)
            .program(
                workspace -> {
                  Job job = counting(workspace, "null");
                  job.setOutputFormatClass(NullOutputFormat.class);
                  return Jobs.run(job);
                }));
  }

  @ParameterizedTest
  @EnumSource(CompressionType.class)
  void writesSequenceFiles(CompressionType type) throws Exception {
    check(
        JobCase.of("SequenceFileOutputFormat, " + type, "sequence file output")
            .input(Inputs::threeTexts)
            .program(
                workspace -> {
                  Job job = counting(workspace, "sequence-" + type);
                  job.setOutputFormatClass(SequenceFileOutputFormat.class);
                  FileOutputFormat.setCompressOutput(job, type != CompressionType.NONE);
                  SequenceFileOutputFormat.setOutputCompressionType(job, type);
                  return Jobs.run(job);
                }));
  }

  @Test
  void writesMapFiles() throws Exception {
    check(
        JobCase.of("MapFileOutputFormat", "output files that are directories")
            .input(Inputs::threeTexts)
            .program(
                workspace -> {
                  Job job = counting(workspace, "map-file");
                  job.setNumReduceTasks(2);
                  job.setOutputFormatClass(MapFileOutputFormat.class);
                  return Jobs.run(job);
                }));
  }

  @Test
  void omitsNullKeysAndValuesInText() throws Exception {
    check(
        JobCase.of("TextOutputFormat", "null keys and values, another separator, base name")
            .input(Inputs::threeTexts)
            .program(
                workspace -> {
                  Job job = counting(workspace, "text");
                  job.setReducerClass(SomeNulls.class);
                  job.setMapOutputKeyClass(Text.class);
                  job.setMapOutputValueClass(IntWritable.class);
                  job.getConfiguration().set(TextOutputFormat.SEPARATOR, "==");
                  job.getConfiguration().set("mapreduce.output.basename", "result");
                  return Jobs.run(job);
                }));
  }

  @Test
  @Tag("short")
  void keepsSideFilesOfTasks() throws Exception {
    check(
        JobCase.of("side files, new API", "FileOutputFormat.getWorkOutputPath in map and reduce")
            .input(Inputs::threeTexts)
            .program(
                workspace -> {
                  Job job = counting(workspace, "side-files");
                  job.setMapperClass(SideFileMapper.class);
                  job.setReducerClass(SideFileReducer.class);
                  return Jobs.run(job);
                }));
  }

  @Test
  void keepsSideFilesOfMapOnlyTasksInTheOldApi() throws Exception {
    check(
        JobCase.of("side files, old API", "getWorkOutputPath, getPathForCustomFile, map-only")
            .input(Inputs::threeTexts)
            .program(
                workspace -> {
                  JobConf conf = Jobs.jobConf(workspace, "side-files-old");
                  conf.setMapperClass(OldSideFileMapper.class);
                  conf.setNumReduceTasks(0);
                  conf.setOutputKeyClass(LongWritable.class);
                  conf.setOutputValueClass(Text.class);
                  return Jobs.run(conf);
                }));
  }

  @Test
  void refusesAnExistingOutputDirectory() throws Exception {
    check(
        JobCase.of("existing output directory", "FileAlreadyExistsException at submission")
            .input(Inputs::threeTexts)
            .program(
                workspace -> {
                  workspace.record("precious", "keep me");
                  return Jobs.run(counting(workspace, "exists"));
                })
            .failing());
  }

  @Test
  void failsIfAWriterFails() throws Exception {
    check(
        JobCase.of("failing writer", "an output format whose writer throws when closed")
            .input(Inputs::threeTexts)
            .program(
                workspace -> {
                  Job job = counting(workspace, "broken-writer");
                  job.setOutputFormatClass(BrokenOutput.class);
                  return Jobs.run(job);
                })
            .failing());
  }

  private static Job counting(Workspace workspace, String name) throws IOException {
    Job job = Jobs.job(workspace, name);
    job.setMapperClass(WordSplit.class);
    job.setReducerClass(IntSumReducer.class);
    job.setOutputKeyClass(Text.class);
    job.setOutputValueClass(IntWritable.class);
    return job;
  }

  private static JobConf oldPairs(Workspace workspace, String name) {
    JobConf conf = Jobs.jobConf(workspace, name);
    conf.setInputFormat(org.apache.hadoop.mapred.KeyValueTextInputFormat.class);
    conf.setOutputKeyClass(Text.class);
    conf.setOutputValueClass(Text.class);
    return conf;
  }

  /** Sends rare words to one output, frequent ones to a second and into directories. */
  public static class ByCount extends Reducer<Text, IntWritable, Text, IntWritable> {
    private MultipleOutputs<Text, IntWritable> outputs;

    @Override
    protected void setup(Context context) {
      outputs = new MultipleOutputs<>(context);
    }

    @Override
    protected void reduce(Text key, Iterable<IntWritable> values, Context context)
        throws IOException, InterruptedException {
      int sum = 0;
      for (IntWritable value : values) {
        sum += value.get();
      }
      IntWritable count = new IntWritable(sum);
      if (sum < 5) {
        outputs.write("rare", key, count);
      } else {
        outputs.write("often", key, count);
        outputs.write("often", key, count, "by-letter/" + key.toString().charAt(1) + "/part");
      }
      context.write(key, count);
    }

    @Override
    protected void cleanup(Context context) throws IOException, InterruptedException {
      outputs.close();
    }
  }

  /** Even keys to one output, odd ones to a family of outputs. */
  public static class OldByKey extends MapReduceBase
      implements org.apache.hadoop.mapred.Reducer<Text, Text, Text, Text> {
    private org.apache.hadoop.mapred.lib.MultipleOutputs outputs;

    @Override
    public void configure(JobConf conf) {
      outputs = new org.apache.hadoop.mapred.lib.MultipleOutputs(conf);
    }

    @Override
    @SuppressWarnings("unchecked") // MultipleOutputs has raw collectors
    public void reduce(
        Text key, Iterator<Text> values, OutputCollector<Text, Text> output, Reporter reporter)
        throws IOException {
      int last = key.toString().charAt(key.getLength() - 1) - '0';
      while (values.hasNext()) {
        Text value = values.next();
        OutputCollector<Text, Text> named =
            last % 2 == 0
                ? outputs.getCollector("even", reporter)
                : outputs.getCollector("odd", "n" + last, reporter);
        named.collect(key, value);
      }
    }

    @Override
    public void close() throws IOException {
      outputs.close();
    }
  }

  /** The key is the file. */
  public static class FileByKey extends MultipleTextOutputFormat<Text, Text> {
    @Override
    protected String generateFileNameForKeyValue(Text key, Text value, String name) {
      return key + "/" + name;
    }
  }

  /** Writes nulls in place of some keys and values. */
  public static class SomeNulls extends Reducer<Text, IntWritable, Object, Object> {
    @Override
    protected void reduce(Text key, Iterable<IntWritable> values, Context context)
        throws IOException, InterruptedException {
      int sum = 0;
      for (IntWritable value : values) {
        sum += value.get();
      }
      Object nothing = sum % 2 == 0 ? NullWritable.get() : null;
      context.write(sum % 3 == 0 ? nothing : key, sum % 5 == 0 ? nothing : new IntWritable(sum));
    }
  }

  /** Notes its number of lines beside the output. */
  public static class SideFileMapper extends WordSplit {
    @Override
    protected void cleanup(Context context) throws IOException, InterruptedException {
      Path file =
          new Path(
              FileOutputFormat.getWorkOutputPath(context),
              "map-side/" + context.getTaskAttemptID().getTaskID().getId());
      note(file, context.getConfiguration(), "map");
    }
  }

  /** Notes that it ran, beside the output. */
  public static class SideFileReducer extends IntSumReducer<Text> {
    @Override
    protected void cleanup(Context context) throws IOException, InterruptedException {
      note(
          FileOutputFormat.getPathForWorkFile(context, "extra", ".txt"),
          context.getConfiguration(),
          "reduce");
    }
  }

  /** Writes each line's first letter beside the output. */
  public static class OldSideFileMapper extends MapReduceBase
      implements org.apache.hadoop.mapred.Mapper<LongWritable, Text, LongWritable, Text> {
    private JobConf conf;

    @Override
    public void configure(JobConf job) {
      this.conf = job;
    }

    @Override
    public void map(
        LongWritable key, Text value, OutputCollector<LongWritable, Text> output, Reporter reporter)
        throws IOException {
      output.collect(key, value);
    }

    @Override
    public void close() throws IOException {
      Path work = org.apache.hadoop.mapred.FileOutputFormat.getWorkOutputPath(conf);
      String name = org.apache.hadoop.mapred.FileOutputFormat.getUniqueName(conf, "unique");
      note(new Path(work, name), conf, "work");
      note(
          org.apache.hadoop.mapred.FileOutputFormat.getPathForCustomFile(conf, "custom"),
          conf,
          "custom");
    }
  }

  static void note(Path file, org.apache.hadoop.conf.Configuration conf, String text)
      throws IOException {
    FileSystem fs = file.getFileSystem(conf);
    try (OutputStream out = fs.create(file)) {
      out.write(text.getBytes(StandardCharsets.UTF_8));
    }
  }

  /** Its writers cannot be closed. */
  public static class BrokenOutput extends TextOutputFormat<Text, IntWritable> {
    @Override
    public org.apache.hadoop.mapreduce.RecordWriter<Text, IntWritable> getRecordWriter(
        org.apache.hadoop.mapreduce.TaskAttemptContext context) {
      return new org.apache.hadoop.mapreduce.RecordWriter<>() {
        @Override
        public void write(Text key, IntWritable value) {}

        @Override
        public void close(org.apache.hadoop.mapreduce.TaskAttemptContext unused)
            throws IOException {
          throw new IOException("disk on fire");
        }
      };
    }
  }
}
