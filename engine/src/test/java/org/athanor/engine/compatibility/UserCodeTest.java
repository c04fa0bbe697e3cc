// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.compatibility;

import java.io.DataOutput;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import org.apache.hadoop.io.IntWritable;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapred.MapReduceBase;
import org.apache.hadoop.mapred.MapRunner;
import org.apache.hadoop.mapred.OutputCollector;
import org.apache.hadoop.mapred.RecordReader;
import org.apache.hadoop.mapred.Reporter;
import org.apache.hadoop.mapred.lib.LongSumReducer;
import org.apache.hadoop.mapred.lib.MultithreadedMapRunner;
import org.apache.hadoop.mapred.lib.TokenCountMapper;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.Mapper;
import org.apache.hadoop.mapreduce.MarkableIterator;
import org.apache.hadoop.mapreduce.Reducer;
import org.apache.hadoop.mapreduce.lib.input.KeyValueTextInputFormat;
import org.apache.hadoop.mapreduce.lib.map.MultithreadedMapper;
import org.apache.hadoop.mapreduce.lib.reduce.IntSumReducer;
import org.athanor.engine.compatibility.oracle.Area;
import org.athanor.engine.compatibility.oracle.InputWriter;
import org.athanor.engine.compatibility.oracle.JobCase;
import org.athanor.engine.compatibility.oracle.JobProgram;
import org.athanor.engine.compatibility.oracle.OracleTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Area("User code: object reuse, iterators, threads")
@SuppressWarnings("SameNameButDifferent") // Context, in mappers and reducers
class UserCodeTest extends OracleTest {

  @Test
  @Tag("short")
  void reusesTheValueObjectOfAReducer() throws Exception {
    check(
        JobCase.of("stored references, new API", "a reducer that keeps values sees the last one")
            .input(pairs())
            .program(reducing(KeepsReferences.class)));
  }

  @Test
  void reusesTheValueObjectOfAReducerInTheOldApi() throws Exception {
    check(
        JobCase.of("stored references, old API", "a reducer that keeps values sees old ones")
            .input(pairs())
            .program(
                workspace -> {
                  JobConf conf = Jobs.jobConf(workspace, "references-old");
                  conf.setInputFormat(org.apache.hadoop.mapred.KeyValueTextInputFormat.class);
                  conf.setReducerClass(OldKeepsReferences.class);
                  conf.setOutputKeyClass(Text.class);
                  conf.setOutputValueClass(Text.class);
                  return Jobs.run(conf);
                }));
  }

  @Test
  void copesWithAReducerThatChangesItsInput() throws Exception {
    check(
        JobCase.of("changed values", "a reducer that overwrites key and values while it iterates")
            .input(pairs())
            .program(reducing(Overwrites.class)));
  }

  @Test
  void showsTheCurrentKeyWhileValuesPass() throws Exception {
    check(
        JobCase.of("key follows values", "with a grouping comparator the key object changes")
            .input(pairs())
            .program(
                workspace -> {
                  Job job = Jobs.job(workspace, "key-follows");
                  job.setInputFormatClass(KeyValueTextInputFormat.class);
                  job.setMapperClass(CombinerTest.ValueIntoKey.class);
                  job.setGroupingComparatorClass(CombinerTest.FirstField.class);
                  job.setReducerClass(KeyOfEachValue.class);
                  job.setOutputKeyClass(Text.class);
                  job.setOutputValueClass(Text.class);
                  return Jobs.run(job);
                }));
  }

  @Test
  void skipsValuesThatAReducerLeaves() throws Exception {
    check(
        JobCase.of("unread values", "a reducer that reads one value, or none")
            .input(pairs())
            .program(reducing(ReadsFew.class)));
  }

  @Test
  @Tag("short")
  void readsValuesTwice() throws Exception {
    check(
        JobCase.of("MarkableIterator", "mark and reset on values, twice through a group")
            .input(pairs())
            .program(reducing(TwiceThrough.class)));
  }

  @Test
  void copesWithAMapperThatChangesWhatItWrote() throws Exception {
    check(
        JobCase.of("changed output objects", "a mapper that overwrites key and value after write")
            .input(Inputs::threeTexts)
            .program(mapping(ChangesOutput.class)));
  }

  @Test
  void copesWithAMapperThatChangesItsInput() throws Exception {
    check(
        JobCase.of("changed input objects", "a mapper that overwrites the reader's key and value")
            .input(Inputs::threeTexts)
            .program(mapping(ChangesInput.class)));
  }

  @Test
  void callsSetupRunAndCleanup() throws Exception {
    check(
        JobCase.of("setup, run, cleanup", "output written in all of them, run overridden")
            .input(Inputs::threeTexts)
            .program(
                workspace -> {
                  Job job = Jobs.job(workspace, "life-cycle");
                  job.setMapperClass(WritesInCleanup.class);
                  job.setReducerClass(RunsItself.class);
                  job.setNumReduceTasks(2);
                  job.setOutputKeyClass(Text.class);
                  job.setOutputValueClass(IntWritable.class);
                  return Jobs.run(job);
                }));
  }

  @Test
  void runsAMapRunnerOfTheOldApi() throws Exception {
    check(
        JobCase.of("MapRunner", "setMapRunnerClass, close emits output, old API")
            .input(Inputs::threeTexts)
            .program(
                workspace -> {
                  JobConf conf = oldWordCount(workspace.conf());
                  org.apache.hadoop.mapred.FileInputFormat.addInputPath(conf, workspace.in());
                  org.apache.hadoop.mapred.FileOutputFormat.setOutputPath(conf, workspace.out());
                  conf.setMapRunnerClass(EverySecond.class);
                  return Jobs.run(conf);
                }));
  }

  @Test
  void runsAMultithreadedMapRunnerOfTheOldApi() throws Exception {
    check(
        JobCase.of("MultithreadedMapRunner", "several threads in a map, old API")
            .input(Inputs::threeTexts)
            .program(
                workspace -> {
                  JobConf conf = oldWordCount(workspace.conf());
                  org.apache.hadoop.mapred.FileInputFormat.addInputPath(conf, workspace.in());
                  org.apache.hadoop.mapred.FileOutputFormat.setOutputPath(conf, workspace.out());
                  conf.setMapRunnerClass(MultithreadedMapRunner.class);
                  conf.setInt(MultithreadedMapper.NUM_THREADS, 4);
                  return Jobs.run(conf);
                }));
  }

  @Test
  void runsAMultithreadedMapper() throws Exception {
    check(
        JobCase.of("MultithreadedMapper", "several threads in a map, new API")
            .input(Inputs::threeTexts)
            .program(
                workspace -> {
                  Job job = Jobs.job(workspace, "multithreaded");
                  job.setMapperClass(MultithreadedMapper.class);
                  MultithreadedMapper.setMapperClass(job, WordSplit.class);
                  MultithreadedMapper.setNumberOfThreads(job, 4);
                  job.setReducerClass(IntSumReducer.class);
                  job.setOutputKeyClass(Text.class);
                  job.setOutputValueClass(IntWritable.class);
                  return Jobs.run(job);
                }));
  }

  @Test
  void ignoresWhatAWritableDoesNotRead() throws Exception {
    check(
        JobCase.of("partial reads", "a Writable that reads fewer bytes than it wrote, combiner too")
            .input(Inputs::threeTexts)
            .program(
                workspace -> {
                  Job job = Jobs.job(workspace, "partial");
                  job.setMapperClass(EmitsPartials.class);
                  job.setCombinerClass(SumsPartials.class);
                  job.setReducerClass(SumsPartials.class);
                  job.setNumReduceTasks(2);
                  job.setOutputKeyClass(Text.class);
                  job.setOutputValueClass(Partial.class);
                  return Jobs.run(job);
                }));
  }

  private static InputWriter pairs() {
    return (directory, random) -> {
      Inputs.pairs(directory.resolve("a"), random, 400, 25);
      Inputs.pairs(directory.resolve("b"), random, 150, 25);
    };
  }

  private static JobProgram reducing(Class<? extends Reducer<Text, Text, Text, Text>> reducer) {
    return workspace -> {
      Job job = Jobs.job(workspace, reducer.getSimpleName());
      job.setInputFormatClass(KeyValueTextInputFormat.class);
      job.setReducerClass(reducer);
      job.setOutputKeyClass(Text.class);
      job.setOutputValueClass(Text.class);
      return Jobs.run(job);
    };
  }

  private static JobProgram mapping(Class<? extends Mapper<LongWritable, Text, Text, Text>> type) {
    return workspace -> {
      Job job = Jobs.job(workspace, type.getSimpleName());
      job.setMapperClass(type);
      job.setReducerClass(Trace.NewApi.class);
      job.setOutputKeyClass(Text.class);
      job.setOutputValueClass(Text.class);
      return Jobs.run(job);
    };
  }

  private static JobConf oldWordCount(org.apache.hadoop.conf.Configuration base) {
    JobConf conf = new JobConf(base);
    conf.setMapperClass(TokenCountMapper.class);
    conf.setReducerClass(LongSumReducer.class);
    conf.setOutputKeyClass(Text.class);
    conf.setOutputValueClass(LongWritable.class);
    return conf;
  }

  /** Writes its number twice and reads it once. */
  public static final class Partial extends IntWritable {
    public Partial() {}

    Partial(int value) {
      super(value);
    }

    @Override
    public void write(DataOutput out) throws IOException {
      out.writeInt(get());
      out.writeInt(get());
    }
  }

  /** Emits words with numbers that are read in part. */
  public static class EmitsPartials extends Mapper<LongWritable, Text, Text, Partial> {
    @Override
    protected void map(LongWritable key, Text line, Context context)
        throws IOException, InterruptedException {
      for (String word : line.toString().split(" ", -1)) {
        context.write(new Text(word), new Partial(word.length()));
      }
    }
  }

  /** Adds them up. */
  public static class SumsPartials extends Reducer<Text, Partial, Text, Partial> {
    @Override
    protected void reduce(Text key, Iterable<Partial> values, Context context)
        throws IOException, InterruptedException {
      int sum = 0;
      for (Partial value : values) {
        sum += value.get();
      }
      context.write(key, new Partial(sum));
    }
  }

  /** Keeps references to all values and writes them afterwards. */
  public static class KeepsReferences extends Reducer<Text, Text, Text, Text> {
    @Override
    protected void reduce(Text key, Iterable<Text> values, Context context)
        throws IOException, InterruptedException {
      List<Text> kept = new ArrayList<>();
      values.forEach(kept::add);
      context.write(key, new Text(kept.toString()));
    }
  }

  /** The same in the old API. */
  public static class OldKeepsReferences extends MapReduceBase
      implements org.apache.hadoop.mapred.Reducer<Text, Text, Text, Text> {
    @Override
    public void reduce(
        Text key, Iterator<Text> values, OutputCollector<Text, Text> output, Reporter reporter)
        throws IOException {
      List<Text> kept = new ArrayList<>();
      values.forEachRemaining(kept::add);
      output.collect(key, new Text(kept.toString()));
    }
  }

  /** Overwrites what it is given. */
  public static class Overwrites extends Reducer<Text, Text, Text, Text> {
    @Override
    protected void reduce(Text key, Iterable<Text> values, Context context)
        throws IOException, InterruptedException {
      for (Text value : values) {
        context.write(key, value);
        key.set("overwritten, and longer than any key of the input");
        value.set("overwritten, and longer than any value of the input");
      }
      context.write(key, new Text("end"));
    }
  }

  /** Writes the key as it is at each value. */
  public static class KeyOfEachValue extends Reducer<Text, Text, Text, Text> {
    @Override
    protected void reduce(Text key, Iterable<Text> values, Context context)
        throws IOException, InterruptedException {
      for (Text value : values) {
        context.write(key, value);
      }
      context.write(key, new Text("last of " + context.getCurrentKey()));
    }
  }

  /** Reads one value of a key, none of every fourth. */
  public static class ReadsFew extends Reducer<Text, Text, Text, Text> {
    @Override
    protected void reduce(Text key, Iterable<Text> values, Context context)
        throws IOException, InterruptedException {
      if (key.toString().hashCode() % 4 == 0) {
        context.write(key, new Text("unread"));
      } else {
        context.write(key, values.iterator().next());
      }
    }
  }

  /** Reads each group twice, the second time from its third value. */
  public static class TwiceThrough extends Reducer<Text, Text, Text, Text> {
    @Override
    protected void reduce(Text key, Iterable<Text> values, Context context)
        throws IOException, InterruptedException {
      MarkableIterator<Text> iterator = new MarkableIterator<>(values.iterator());
      StringBuilder all = new StringBuilder();
      for (int i = 0; iterator.hasNext(); i++) {
        if (i == 2) {
          iterator.mark();
        }
        all.append(iterator.next()).append(',');
        if (i == 2 && !iterator.hasNext()) {
          break;
        }
      }
      if (all.chars().filter(c -> c == ',').count() > 2) {
        iterator.reset();
        all.append(" again: ");
        while (iterator.hasNext()) {
          all.append(iterator.next()).append(',');
        }
      }
      context.write(key, new Text(all.toString()));
    }
  }

  /** Overwrites its output objects once they are written. */
  public static class ChangesOutput extends Mapper<LongWritable, Text, Text, Text> {
    private final Text key = new Text();
    private final Text value = new Text();

    @Override
    protected void map(LongWritable offset, Text line, Context context)
        throws IOException, InterruptedException {
      key.set(String.valueOf(offset.get() % 13));
      value.set(line);
      context.write(key, value);
      key.set("overwritten");
      value.clear();
    }
  }

  /** Overwrites what the record reader gave. */
  public static class ChangesInput extends Mapper<LongWritable, Text, Text, Text> {
    @Override
    protected void map(LongWritable offset, Text line, Context context)
        throws IOException, InterruptedException {
      Text key = new Text(String.valueOf(offset.get() % 13));
      offset.set(-1);
      context.write(key, line);
      line.set("overwritten by something much longer than what was in the line, we suppose");
    }
  }

  /** Writes the number of its lines at the end. */
  public static class WritesInCleanup extends WordSplit {
    private int lines;

    @Override
    protected void setup(Context context) throws IOException, InterruptedException {
      context.write(new Text("#setup"), new IntWritable(1));
    }

    @Override
    protected void map(Object key, Text line, Context context)
        throws IOException, InterruptedException {
      lines++;
      super.map(key, line, context);
    }

    @Override
    protected void cleanup(Context context) throws IOException, InterruptedException {
      context.write(new Text("#lines"), new IntWritable(lines));
    }
  }

  /** Drives its own loop over groups. */
  public static class RunsItself extends Reducer<Text, IntWritable, Text, IntWritable> {
    @Override
    public void run(Context context) throws IOException, InterruptedException {
      setup(context);
      int groups = 0;
      while (context.nextKey()) {
        groups++;
        int sum = 0;
        for (IntWritable value : context.getValues()) {
          sum += value.get();
        }
        context.write(context.getCurrentKey(), new IntWritable(sum));
      }
      context.write(new Text("#groups"), new IntWritable(groups));
      cleanup(context);
    }
  }

  /** Maps every second record. */
  public static class EverySecond extends MapRunner<LongWritable, Text, Text, LongWritable> {
    @Override
    public void run(
        RecordReader<LongWritable, Text> input,
        OutputCollector<Text, LongWritable> output,
        Reporter reporter)
        throws IOException {
      LongWritable key = input.createKey();
      Text value = input.createValue();
      for (int i = 0; input.next(key, value); i++) {
        if (i % 2 == 0) {
          getMapper().map(key, value, output, reporter);
        }
      }
      getMapper().close();
    }
  }
}
