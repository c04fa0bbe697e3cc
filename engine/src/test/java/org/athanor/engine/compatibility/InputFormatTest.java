// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.compatibility;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import org.apache.hadoop.io.BytesWritable;
import org.apache.hadoop.io.IntWritable;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.SequenceFile;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.io.Writable;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapred.lib.IdentityMapper;
import org.apache.hadoop.mapreduce.InputFormat;
import org.apache.hadoop.mapreduce.InputSplit;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.JobContext;
import org.apache.hadoop.mapreduce.Mapper;
import org.apache.hadoop.mapreduce.RecordReader;
import org.apache.hadoop.mapreduce.TaskAttemptContext;
import org.apache.hadoop.mapreduce.TaskCounter;
import org.apache.hadoop.mapreduce.lib.input.CombineTextInputFormat;
import org.apache.hadoop.mapreduce.lib.input.FileInputFormat;
import org.apache.hadoop.mapreduce.lib.input.FixedLengthInputFormat;
import org.apache.hadoop.mapreduce.lib.input.KeyValueTextInputFormat;
import org.apache.hadoop.mapreduce.lib.input.MultipleInputs;
import org.apache.hadoop.mapreduce.lib.input.NLineInputFormat;
import org.apache.hadoop.mapreduce.lib.input.SequenceFileAsTextInputFormat;
import org.apache.hadoop.mapreduce.lib.input.SequenceFileInputFilter;
import org.apache.hadoop.mapreduce.lib.input.TextInputFormat;
import org.athanor.engine.compatibility.oracle.Area;
import org.athanor.engine.compatibility.oracle.InputWriter;
import org.athanor.engine.compatibility.oracle.JobCase;
import org.athanor.engine.compatibility.oracle.JobProgram;
import org.athanor.engine.compatibility.oracle.OracleTest;
import org.athanor.engine.compatibility.oracle.Workspace;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Area("Input formats")
class InputFormatTest extends OracleTest {

  /** Sets up one aspect of a job's input. */
  private interface Setup {
    void accept(Job job, Workspace workspace) throws Exception;
  }

  @Test
  void readsLinesInSmallSplits() throws Exception {
    check(
        JobCase.of("text in many splits", "TextInputFormat, splits of 700 bytes, map-only")
            .input(Inputs::threeTexts)
            .program(
                mapOnly(
                    (job, workspace) -> {
                      FileInputFormat.setMaxInputSplitSize(job, 700);
                    }))
            .verifying(observed -> assertThat(observed.files().names()).hasSizeGreaterThan(30)));
  }

  @Test
  void readsUnusualLineEnds() throws Exception {
    check(
        JobCase.of("line ends", "CRLF, CR, empty lines, no end of the last line")
            .input(
                (directory, random) ->
                    Files.writeString(
                        directory.resolve("a"), "one\r\ntwo\rthree\n\n\n\r\nfour\n\nlast"))
            .program(mapOnly((job, workspace) -> {})));
  }

  @Test
  void readsRecordsWithACustomDelimiter() throws Exception {
    check(
        JobCase.of("record delimiter", "textinputformat.record.delimiter")
            .input(
                (directory, random) ->
                    Files.writeString(directory.resolve("a"), "one||two|three||||four\nfive||"))
            .program(
                mapOnly(
                    (job, workspace) ->
                        job.getConfiguration().set("textinputformat.record.delimiter", "||"))));
  }

  @Test
  void readsKeysAndValuesBySeparator() throws Exception {
    check(
        JobCase.of("KeyValueTextInputFormat", "another separator, lines without it")
            .input(
                (directory, random) ->
                    Inputs.lines(directory.resolve("a"), "a;1", "b;2;3", "none", ";empty", ""))
            .program(
                mapOnly(
                    (job, workspace) -> {
                      job.setInputFormatClass(KeyValueTextInputFormat.class);
                      job.setOutputKeyClass(Text.class);
                      job.getConfiguration()
                          .set("mapreduce.input.keyvaluelinerecordreader.key.value.separator", ";");
                    })));
  }

  @Test
  void givesEachMapSomeLines() throws Exception {
    check(
        JobCase.of("NLineInputFormat, new API", "7 lines for each map")
            .input((directory, random) -> Inputs.words(directory.resolve("a"), random, 45))
            .program(
                mapOnly(
                    (job, workspace) -> {
                      job.setInputFormatClass(NLineInputFormat.class);
                      NLineInputFormat.setNumLinesPerSplit(job, 7);
                    })));
  }

  @Test
  void givesEachMapSomeLinesInTheOldApi() throws Exception {
    check(
        JobCase.of("NLineInputFormat, old API", "7 lines for each map, IdentityMapper")
            .input((directory, random) -> Inputs.words(directory.resolve("a"), random, 45))
            .program(
                oldMapOnly(
                    conf -> {
                      conf.setInputFormat(org.apache.hadoop.mapred.lib.NLineInputFormat.class);
                      conf.setInt("mapreduce.input.lineinputformat.linespermap", 7);
                    })));
  }

  @Test
  void combinesManySmallFiles() throws Exception {
    check(
        JobCase.of("CombineTextInputFormat, new API", "20 files in splits of at most 4 KB")
            .input(twentyFiles())
            .program(
                mapOnly(
                    (job, workspace) -> {
                      job.setInputFormatClass(CombineTextInputFormat.class);
                      CombineTextInputFormat.setMaxInputSplitSize(job, 4096);
                    })));
  }

  @Test
  void combinesManySmallFilesInTheOldApi() throws Exception {
    check(
        JobCase.of("CombineTextInputFormat, old API", "20 files in splits of at most 4 KB")
            .input(twentyFiles())
            .program(
                oldMapOnly(
                    conf -> {
                      conf.setInputFormat(
                          org.apache.hadoop.mapred.lib.CombineTextInputFormat.class);
                      conf.setLong("mapreduce.input.fileinputformat.split.maxsize", 4096);
                    })));
  }

  @Test
  void readsRecordsOfFixedLength() throws Exception {
    check(
        JobCase.of("FixedLengthInputFormat", "records of 16 bytes, 5 splits")
            .input(
                (directory, random) -> {
                  byte[] records = new byte[16 * 50];
                  random.nextBytes(records);
                  Files.write(directory.resolve("a"), records);
                })
            .program(
                mapOnly(
                    (job, workspace) -> {
                      job.setInputFormatClass(FixedLengthInputFormat.class);
                      FixedLengthInputFormat.setRecordLength(job.getConfiguration(), 16);
                      FileInputFormat.setMaxInputSplitSize(job, 170);
                      job.setOutputValueClass(BytesWritable.class);
                    })));
  }

  @Test
  void failsOnAPartialRecordOfFixedLength() throws Exception {
    check(
        JobCase.of("partial fixed-length record", "a record reader that throws")
            .input((directory, random) -> Files.write(directory.resolve("a"), new byte[40]))
            .program(
                mapOnly(
                    (job, workspace) -> {
                      job.setInputFormatClass(FixedLengthInputFormat.class);
                      FixedLengthInputFormat.setRecordLength(job.getConfiguration(), 16);
                      job.setOutputValueClass(BytesWritable.class);
                    }))
            .failing());
  }

  @Test
  void readsSequenceFilesAsText() throws Exception {
    check(
        JobCase.of("SequenceFileAsTextInputFormat", "sequence file input")
            .input(InputFormatTest::sequenceFile)
            .program(
                mapOnly(
                    (job, workspace) -> {
                      job.setInputFormatClass(SequenceFileAsTextInputFormat.class);
                      job.setOutputKeyClass(Text.class);
                    })));
  }

  @Test
  void filtersSequenceFiles() throws Exception {
    check(
        JobCase.of("SequenceFileInputFilter", "every fifth record")
            .input(InputFormatTest::sequenceFile)
            .program(
                mapOnly(
                    (job, workspace) -> {
                      job.setInputFormatClass(SequenceFileInputFilter.class);
                      SequenceFileInputFilter.setFilterClass(
                          job, SequenceFileInputFilter.PercentFilter.class);
                      SequenceFileInputFilter.PercentFilter.setFrequency(job.getConfiguration(), 5);
                      job.setOutputKeyClass(IntWritable.class);
                    })));
  }

  @Test
  void readsNestedDirectoriesAndGlobs() throws Exception {
    check(
        JobCase.of("directories and globs", "recursive input, glob, hidden files")
            .input(
                (directory, random) -> {
                  Path nested = Files.createDirectories(directory.resolve("x/y"));
                  Inputs.words(nested.resolve("deep.txt"), random, 20);
                  Inputs.words(directory.resolve("x/top.txt"), random, 35);
                  Inputs.words(directory.resolve("x/_hidden"), random, 10);
                  Inputs.words(directory.resolve("x/.hidden"), random, 10);
                  Inputs.words(directory.resolve("one.log"), random, 50);
                  Inputs.words(directory.resolve("two.log"), random, 70);
                  Inputs.words(directory.resolve("not.this"), random, 10);
                })
            .program(
                mapOnly(
                    (job, workspace) -> {
                      FileInputFormat.setInputPaths(job, workspace.in("x"), workspace.in("*.log"));
                      FileInputFormat.setInputDirRecursive(job, true);
                    })));
  }

  @Test
  @Tag("short")
  void readsSeveralInputsWithSeveralMappers() throws Exception {
    check(
        JobCase.of("MultipleInputs, new API", "two formats, two mappers, one reducer")
            .input(InputFormatTest::textAndPairs)
            .program(
                workspace -> {
                  Job job = Jobs.job(workspace, "multiple-inputs");
                  job.getConfiguration().unset(FileInputFormat.INPUT_DIR);
                  MultipleInputs.addInputPath(
                      job, workspace.in("text"), TextInputFormat.class, FirstWord.class);
                  MultipleInputs.addInputPath(
                      job, workspace.in("pairs"), KeyValueTextInputFormat.class, Mapper.class);
                  job.setReducerClass(Trace.NewApi.class);
                  job.setOutputKeyClass(Text.class);
                  job.setOutputValueClass(Text.class);
                  return Jobs.run(job);
                }));
  }

  @Test
  void readsSeveralInputsWithSeveralMappersInTheOldApi() throws Exception {
    check(
        JobCase.of("MultipleInputs, old API", "two formats, two mappers, one reducer")
            .input(InputFormatTest::textAndPairs)
            .program(
                workspace -> {
                  JobConf conf = Jobs.jobConf(workspace, "multiple-inputs-old");
                  conf.unset(FileInputFormat.INPUT_DIR);
                  org.apache.hadoop.mapred.lib.MultipleInputs.addInputPath(
                      conf,
                      workspace.in("text"),
                      org.apache.hadoop.mapred.KeyValueTextInputFormat.class,
                      org.apache.hadoop.mapred.lib.InverseMapper.class);
                  org.apache.hadoop.mapred.lib.MultipleInputs.addInputPath(
                      conf,
                      workspace.in("pairs"),
                      org.apache.hadoop.mapred.KeyValueTextInputFormat.class,
                      IdentityMapper.class);
                  conf.setReducerClass(Trace.OldApi.class);
                  conf.setOutputKeyClass(Text.class);
                  conf.setOutputValueClass(Text.class);
                  return Jobs.run(conf);
                }));
  }

  @Test
  void readsFromAnInputFormatWithoutFiles() throws Exception {
    check(
        JobCase.of("custom input format", "splits that are no files, custom split fields")
            .program(
                workspace -> {
                  Job job = Jobs.job(workspace, "custom-input");
                  job.setInputFormatClass(Numbers.class);
                  job.setReducerClass(Trace.NewApi.class);
                  job.setMapOutputKeyClass(LongWritable.class);
                  job.setMapOutputValueClass(Text.class);
                  job.setNumReduceTasks(2);
                  return Jobs.run(job);
                })
            .verifying(
                observed ->
                    assertThat(observed.job().counter(TaskCounter.MAP_INPUT_RECORDS))
                        .isEqualTo(60)));
  }

  private static JobProgram mapOnly(Setup setup) {
    return workspace -> {
      Job job = Jobs.job(workspace, "map-only");
      job.setNumReduceTasks(0);
      job.setOutputKeyClass(LongWritable.class);
      job.setOutputValueClass(Text.class);
      setup.accept(job, workspace);
      return Jobs.run(job);
    };
  }

  private static JobProgram oldMapOnly(java.util.function.Consumer<JobConf> setup) {
    return workspace -> {
      JobConf conf = Jobs.jobConf(workspace, "map-only-old");
      conf.setMapperClass(IdentityMapper.class);
      conf.setNumReduceTasks(0);
      conf.setOutputKeyClass(LongWritable.class);
      conf.setOutputValueClass(Text.class);
      setup.accept(conf);
      return Jobs.run(conf);
    };
  }

  private static InputWriter twentyFiles() {
    return (directory, random) -> {
      for (int i = 0; i < 20; i++) {
        Inputs.words(directory.resolve(String.format(Locale.ROOT, "f%02d", i)), random, 10 + 3 * i);
      }
    };
  }

  private static void textAndPairs(Path directory, Random random) throws IOException {
    Inputs.words(Files.createDirectory(directory.resolve("text")).resolve("a"), random, 90);
    Inputs.pairs(Files.createDirectory(directory.resolve("pairs")).resolve("b"), random, 300, 30);
  }

  private static void sequenceFile(Path directory, Random random) throws IOException {
    try (SequenceFile.Writer writer =
        Inputs.sequence(directory.resolve("a.seq"), IntWritable.class, Text.class)) {
      for (int i = 0; i < 200; i++) {
        writer.append(new IntWritable(random.nextInt(1000) - 500), new Text("v" + i));
      }
    }
  }

  /** The first word of a line with its offset. */
  public static class FirstWord extends Mapper<LongWritable, Text, Text, Text> {
    @Override
    protected void map(LongWritable offset, Text line, Context context)
        throws IOException, InterruptedException {
      String[] words = line.toString().split(" ", 2);
      context.write(new Text(words[0]), new Text(offset.toString()));
    }
  }

  /** Three splits of twenty numbers each. */
  public static class Numbers extends InputFormat<LongWritable, Text> {
    @Override
    public List<InputSplit> getSplits(JobContext context) {
      List<InputSplit> splits = new ArrayList<>();
      for (int i = 0; i < 3; i++) {
        splits.add(new Range(i * 1000L, 20, "range-" + i));
      }
      return splits;
    }

    @Override
    public RecordReader<LongWritable, Text> createRecordReader(
        InputSplit split, TaskAttemptContext context) {
      return new NumberReader();
    }
  }

  /** A range of numbers. */
  public static class Range extends InputSplit implements Writable {
    private long first;
    private int count;
    private String name = "";

    public Range() {}

    Range(long first, int count, String name) {
      this.first = first;
      this.count = count;
      this.name = name;
    }

    @Override
    public long getLength() {
      return count + first;
    }

    @Override
    public String[] getLocations() {
      return new String[0];
    }

    @Override
    public void write(DataOutput out) throws IOException {
      out.writeLong(first);
      out.writeInt(count);
      out.write(name.getBytes(StandardCharsets.UTF_8));
      out.writeByte('\n');
    }

    @Override
    public void readFields(DataInput in) throws IOException {
      first = in.readLong();
      count = in.readInt();
      name = in.readLine();
    }
  }

  /** Reads a {@link Range}. */
  private static final class NumberReader extends RecordReader<LongWritable, Text> {
    private final LongWritable key = new LongWritable();
    private final Text value = new Text();
    private Range range;
    private int done;

    @Override
    public void initialize(InputSplit split, TaskAttemptContext context) {
      range = (Range) split;
    }

    @Override
    public boolean nextKeyValue() {
      if (done == range.count) {
        return false;
      }
      key.set((range.first + done) % 17);
      value.set(range.name + "/" + done++);
      return true;
    }

    @Override
    public LongWritable getCurrentKey() {
      return key;
    }

    @Override
    public Text getCurrentValue() {
      return value;
    }

    @Override
    public float getProgress() {
      return (float) done / range.count;
    }

    @Override
    public void close() {}
  }
}
