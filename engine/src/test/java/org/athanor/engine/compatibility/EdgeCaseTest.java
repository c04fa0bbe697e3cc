// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.compatibility;

import java.nio.file.Files;
import org.apache.hadoop.io.IntWritable;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.Mapper;
import org.apache.hadoop.mapreduce.Reducer;
import org.apache.hadoop.mapreduce.lib.input.KeyValueTextInputFormat;
import org.apache.hadoop.mapreduce.lib.reduce.IntSumReducer;
import org.athanor.engine.compatibility.oracle.Area;
import org.athanor.engine.compatibility.oracle.InputWriter;
import org.athanor.engine.compatibility.oracle.JobCase;
import org.athanor.engine.compatibility.oracle.JobProgram;
import org.athanor.engine.compatibility.oracle.OracleTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Area("Empty, tiny and odd jobs")
class EdgeCaseTest extends OracleTest {
  private static final InputWriter NOTHING = (directory, random) -> {};

  @Test
  @Tag("short")
  void runsAJobWithoutInput() throws Exception {
    check(
        JobCase.of("no input files", "a job of no maps and two reduces")
            .input(NOTHING)
            .program(counting(2)));
  }

  @Test
  void runsAMapOnlyJobWithoutInput() throws Exception {
    check(
        JobCase.of("no input files, map-only", "a job without any task")
            .input(NOTHING)
            .program(counting(0)));
  }

  @Test
  void readsEmptyFiles() throws Exception {
    check(
        JobCase.of("empty files", "maps without records beside one with")
            .input(
                (directory, random) -> {
                  Files.createFile(directory.resolve("empty1"));
                  Files.createFile(directory.resolve("empty2"));
                  Inputs.words(directory.resolve("words"), random, 20);
                })
            .program(counting(2)));
  }

  @Test
  void readsOnlyEmptyFiles() throws Exception {
    check(
        JobCase.of("only empty files", "a reduce without records")
            .input((directory, random) -> Files.createFile(directory.resolve("empty")))
            .program(counting(1)));
  }

  @Test
  void carriesEmptyKeysAndValues() throws Exception {
    check(
        JobCase.of("records of no bytes", "empty lines, empty keys, empty values")
            .input(
                (directory, random) ->
                    Inputs.lines(directory.resolve("a"), "", "\tv", "k\t", "\t", "k\tv", "", "k"))
            .program(
                workspace -> {
                  Job job = Jobs.job(workspace, "empty-records");
                  job.setInputFormatClass(KeyValueTextInputFormat.class);
                  job.setReducerClass(Trace.NewApi.class);
                  job.setNumReduceTasks(2);
                  job.setOutputKeyClass(Text.class);
                  job.setOutputValueClass(Text.class);
                  return Jobs.run(job);
                }));
  }

  @Test
  void writesFilesOfEmptyPartitions() throws Exception {
    check(
        JobCase.of("more reduces than keys", "7 reduces, 2 keys")
            .input((directory, random) -> Inputs.lines(directory.resolve("a"), "x y x"))
            .program(counting(7)));
  }

  @Test
  void runsDefaultMapperAndReducer() throws Exception {
    check(
        JobCase.of("defaults", "no class set at all: identity, LongWritable, Text")
            .input(Inputs::threeTexts)
            .program(workspace -> Jobs.run(Jobs.job(workspace, "defaults"))));
  }

  @Test
  void runsAMapOnlyJobWithACombiner() throws Exception {
    check(
        JobCase.of("map-only with a combiner", "the combiner is not called, order is kept")
            .input(Inputs::threeTexts)
            .program(counting(0)));
  }

  @Test
  void runsAMapperThatWritesNothing() throws Exception {
    check(
        JobCase.of("silent mapper", "no map output at all, two reduces")
            .input(Inputs::threeTexts)
            .program(
                workspace -> {
                  Job job = Jobs.job(workspace, "silent");
                  job.setMapperClass(Silent.class);
                  job.setReducerClass(Reducer.class);
                  job.setNumReduceTasks(2);
                  return Jobs.run(job);
                }));
  }

  @Test
  void runsManyMapsAndReduces() throws Exception {
    check(
        JobCase.of("60 maps, 9 reduces", "more tasks than threads")
            .input(
                (directory, random) -> {
                  for (int i = 0; i < 60; i++) {
                    Inputs.words(directory.resolve("f" + i), random, 5 + i);
                  }
                })
            .program(counting(9)));
  }

  @Test
  void keepsQuotesAndUnicodeInNames() throws Exception {
    check(
        JobCase.of("odd file names", "spaces, plus, percent and non-ASCII letters in input paths")
            .input(
                (directory, random) -> {
                  Inputs.words(directory.resolve("a b+c%20d"), random, 20);
                  Inputs.words(directory.resolve("grüße=1"), random, 40);
                })
            .program(counting(1)));
  }

  private static JobProgram counting(int reduces) {
    return workspace -> {
      Job job = Jobs.job(workspace, "count-" + reduces);
      job.setMapperClass(WordSplit.class);
      job.setCombinerClass(IntSumReducer.class);
      job.setReducerClass(IntSumReducer.class);
      job.setNumReduceTasks(reduces);
      job.setOutputKeyClass(Text.class);
      job.setOutputValueClass(IntWritable.class);
      return Jobs.run(job);
    };
  }

  /** Reads and writes nothing. */
  public static class Silent extends Mapper<LongWritable, Text, LongWritable, Text> {
    @Override
    protected void map(LongWritable key, Text value, Context context) {}
  }
}
