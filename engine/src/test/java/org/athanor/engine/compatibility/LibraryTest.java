// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.compatibility;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Random;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.io.IntWritable;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.SequenceFile;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapred.lib.IdentityMapper;
import org.apache.hadoop.mapred.lib.IdentityReducer;
import org.apache.hadoop.mapred.lib.LongSumReducer;
import org.apache.hadoop.mapred.lib.TokenCountMapper;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.Mapper;
import org.apache.hadoop.mapreduce.lib.chain.ChainMapper;
import org.apache.hadoop.mapreduce.lib.chain.ChainReducer;
import org.apache.hadoop.mapreduce.lib.fieldsel.FieldSelectionHelper;
import org.apache.hadoop.mapreduce.lib.fieldsel.FieldSelectionMapper;
import org.apache.hadoop.mapreduce.lib.fieldsel.FieldSelectionReducer;
import org.apache.hadoop.mapreduce.lib.input.KeyValueTextInputFormat;
import org.apache.hadoop.mapreduce.lib.input.SequenceFileInputFormat;
import org.apache.hadoop.mapreduce.lib.join.CompositeInputFormat;
import org.apache.hadoop.mapreduce.lib.join.TupleWritable;
import org.apache.hadoop.mapreduce.lib.map.InverseMapper;
import org.apache.hadoop.mapreduce.lib.map.RegexMapper;
import org.apache.hadoop.mapreduce.lib.map.TokenCounterMapper;
import org.apache.hadoop.mapreduce.lib.partition.InputSampler;
import org.apache.hadoop.mapreduce.lib.partition.KeyFieldBasedComparator;
import org.apache.hadoop.mapreduce.lib.partition.KeyFieldBasedPartitioner;
import org.apache.hadoop.mapreduce.lib.partition.TotalOrderPartitioner;
import org.apache.hadoop.mapreduce.lib.reduce.IntSumReducer;
import org.athanor.engine.compatibility.oracle.Area;
import org.athanor.engine.compatibility.oracle.JobCase;
import org.athanor.engine.compatibility.oracle.OracleTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Area("Hadoop's library: chains, joins, partitioners")
class LibraryTest extends OracleTest {

  @Test
  @Tag("short")
  void chainsMappersAroundAReducer() throws Exception {
    check(
        JobCase.of("chain, new API", "ChainMapper of two, ChainReducer with a mapper after it")
            .input(Inputs::threeTexts)
            .program(
                workspace -> {
                  Job job = Jobs.job(workspace, "chain");
                  Configuration none = new Configuration(false);
                  ChainMapper.addMapper(
                      job,
                      WordSplit.class,
                      Object.class,
                      Text.class,
                      Text.class,
                      IntWritable.class,
                      none);
                  ChainMapper.addMapper(
                      job,
                      Shorten.class,
                      Text.class,
                      IntWritable.class,
                      Text.class,
                      IntWritable.class,
                      none);
                  ChainReducer.setReducer(
                      job,
                      IntSumReducer.class,
                      Text.class,
                      IntWritable.class,
                      Text.class,
                      IntWritable.class,
                      none);
                  ChainReducer.addMapper(
                      job,
                      InverseMapper.class,
                      Text.class,
                      IntWritable.class,
                      IntWritable.class,
                      Text.class,
                      none);
                  job.setOutputKeyClass(IntWritable.class);
                  job.setOutputValueClass(Text.class);
                  return Jobs.run(job);
                }));
  }

  @Test
  void chainsMappersAroundAReducerInTheOldApi() throws Exception {
    check(
        JobCase.of("chain, old API", "ChainMapper by value and by reference, ChainReducer")
            .input(Inputs::threeTexts)
            .program(
                workspace -> {
                  JobConf conf = Jobs.jobConf(workspace, "chain-old");
                  JobConf none = new JobConf(false);
                  org.apache.hadoop.mapred.lib.ChainMapper.addMapper(
                      conf,
                      OldTokens.class,
                      Object.class,
                      Text.class,
                      Text.class,
                      LongWritable.class,
                      true,
                      none);
                  org.apache.hadoop.mapred.lib.ChainMapper.addMapper(
                      conf,
                      OldIdentity.class,
                      Text.class,
                      LongWritable.class,
                      Text.class,
                      LongWritable.class,
                      false,
                      none);
                  org.apache.hadoop.mapred.lib.ChainReducer.setReducer(
                      conf,
                      OldSum.class,
                      Text.class,
                      LongWritable.class,
                      Text.class,
                      LongWritable.class,
                      true,
                      none);
                  org.apache.hadoop.mapred.lib.ChainReducer.addMapper(
                      conf,
                      OldInverse.class,
                      Text.class,
                      LongWritable.class,
                      LongWritable.class,
                      Text.class,
                      true,
                      none);
                  conf.setOutputKeyClass(LongWritable.class);
                  conf.setOutputValueClass(Text.class);
                  return Jobs.run(conf);
                }));
  }

  @ParameterizedTest
  @ValueSource(strings = {"inner", "outer", "override"})
  void joinsSortedFiles(String operation) throws Exception {
    check(
        JobCase.of(operation + " join, new API", "mapreduce.lib.join.CompositeInputFormat")
            .input(LibraryTest::sortedFiles)
            .program(
                workspace -> {
                  Job job = Jobs.job(workspace, "join-" + operation);
                  job.getConfiguration()
                      .set(
                          CompositeInputFormat.JOIN_EXPR,
                          CompositeInputFormat.compose(
                              operation,
                              SequenceFileInputFormat.class,
                              workspace.in("left.seq"),
                              workspace.in("right.seq")));
                  job.setInputFormatClass(CompositeInputFormat.class);
                  job.setMapperClass(ToText.class);
                  job.setNumReduceTasks(0);
                  job.setOutputKeyClass(Text.class);
                  job.setOutputValueClass(Text.class);
                  return Jobs.run(job);
                }));
  }

  @ParameterizedTest
  @ValueSource(strings = {"inner", "outer", "override"})
  void joinsSortedFilesInTheOldApi(String operation) throws Exception {
    check(
        JobCase.of(operation + " join, old API", "mapred.join.CompositeInputFormat")
            .input(LibraryTest::sortedFiles)
            .program(
                workspace -> {
                  JobConf conf = Jobs.jobConf(workspace, "join-old-" + operation);
                  conf.set(
                      "mapred.join.expr",
                      org.apache.hadoop.mapred.join.CompositeInputFormat.compose(
                          operation,
                          org.apache.hadoop.mapred.SequenceFileInputFormat.class,
                          workspace.in("left.seq"),
                          workspace.in("right.seq")));
                  conf.setInputFormat(org.apache.hadoop.mapred.join.CompositeInputFormat.class);
                  conf.setMapperClass(IdentityMapper.class);
                  conf.setNumReduceTasks(0);
                  conf.setOutputKeyClass(IntWritable.class);
                  conf.setOutputValueClass(
                      operation.equals("override")
                          ? Text.class
                          : org.apache.hadoop.mapred.join.TupleWritable.class);
                  return Jobs.run(conf);
                }));
  }

  @Test
  void partitionsInTotalOrder() throws Exception {
    check(
        JobCase.of("total order, new API", "InputSampler, TotalOrderPartitioner, 4 reduces")
            .input(LibraryTest::unsortedFiles)
            .program(
                workspace -> {
                  Job job = Jobs.job(workspace, "total-order");
                  job.setInputFormatClass(SequenceFileInputFormat.class);
                  job.setPartitionerClass(TotalOrderPartitioner.class);
                  job.setReducerClass(Trace.NewApi.class);
                  job.setNumReduceTasks(4);
                  job.setMapOutputKeyClass(Text.class);
                  job.setMapOutputValueClass(IntWritable.class);
                  TotalOrderPartitioner.setPartitionFile(
                      job.getConfiguration(),
                      new org.apache.hadoop.fs.Path(
                          workspace.scratch().resolve("partitions").toUri()));
                  InputSampler.writePartitionFile(job, new InputSampler.IntervalSampler<>(0.2));
                  return Jobs.run(job);
                })
            .verifying(
                observed ->
                    assertThat(observed.files().textOfAll("part-").lines().toList())
                        .hasSizeGreaterThan(300)
                        .isSorted()));
  }

  @Test
  void partitionsAndSortsByFields() throws Exception {
    check(
        JobCase.of("fields of keys, new API", "KeyFieldBasedPartitioner, KeyFieldBasedComparator")
            .input((directory, random) -> Inputs.lines(directory.resolve("a"), fields(random)))
            .program(
                workspace -> {
                  Job job = Jobs.job(workspace, "fields");
                  job.setInputFormatClass(KeyValueTextInputFormat.class);
                  job.setPartitionerClass(KeyFieldBasedPartitioner.class);
                  job.setSortComparatorClass(KeyFieldBasedComparator.class);
                  job.getConfiguration().set("mapreduce.map.output.key.field.separator", ".");
                  job.getConfiguration().set(KeyFieldBasedPartitioner.PARTITIONER_OPTIONS, "-k1,2");
                  job.getConfiguration()
                      .set(KeyFieldBasedComparator.COMPARATOR_OPTIONS, "-k2,2nr -k1,1");
                  job.setReducerClass(Trace.NewApi.class);
                  job.setNumReduceTasks(3);
                  job.setOutputKeyClass(Text.class);
                  job.setOutputValueClass(Text.class);
                  return Jobs.run(job);
                }));
  }

  @Test
  void partitionsAndSortsByFieldsInTheOldApi() throws Exception {
    check(
        JobCase.of("fields of keys, old API", "setKeyFieldPartitionerOptions, comparator options")
            .input((directory, random) -> Inputs.lines(directory.resolve("a"), fields(random)))
            .program(
                workspace -> {
                  JobConf conf = Jobs.jobConf(workspace, "fields-old");
                  conf.setInputFormat(org.apache.hadoop.mapred.KeyValueTextInputFormat.class);
                  conf.set("mapreduce.map.output.key.field.separator", ".");
                  conf.setKeyFieldPartitionerOptions("-k2,2");
                  conf.setKeyFieldComparatorOptions("-k3,3n -k1,1r");
                  conf.setReducerClass(IdentityReducer.class);
                  conf.setNumReduceTasks(3);
                  conf.setOutputKeyClass(Text.class);
                  conf.setOutputValueClass(Text.class);
                  return Jobs.run(conf);
                }));
  }

  @Test
  void selectsFields() throws Exception {
    check(
        JobCase.of("field selection", "FieldSelectionMapper, FieldSelectionReducer")
            .input((directory, random) -> Inputs.lines(directory.resolve("a"), fields(random)))
            .program(
                workspace -> {
                  Job job = Jobs.job(workspace, "select");
                  job.setMapperClass(FieldSelectionMapper.class);
                  job.setReducerClass(FieldSelectionReducer.class);
                  job.getConfiguration().set(FieldSelectionHelper.DATA_FIELD_SEPARATOR, ".");
                  job.getConfiguration()
                      .set(FieldSelectionHelper.MAP_OUTPUT_KEY_VALUE_SPEC, "1,0:2-");
                  job.getConfiguration()
                      .set(FieldSelectionHelper.REDUCE_OUTPUT_KEY_VALUE_SPEC, ":1,0");
                  job.setOutputKeyClass(Text.class);
                  job.setOutputValueClass(Text.class);
                  return Jobs.run(job);
                }));
  }

  @Test
  void findsAndCountsByLibraryMappers() throws Exception {
    check(
        JobCase.of("RegexMapper, TokenCounterMapper", "two jobs in one program")
            .input(Inputs::threeTexts)
            .program(
                workspace -> {
                  Job regex = Jobs.job(workspace, "regex");
                  org.apache.hadoop.mapreduce.lib.output.FileOutputFormat.setOutputPath(
                      regex, workspace.out("regex"));
                  regex.getConfiguration().set(RegexMapper.PATTERN, "w(.)\\w");
                  regex.getConfiguration().setInt(RegexMapper.GROUP, 1);
                  regex.setMapperClass(RegexMapper.class);
                  regex.setReducerClass(
                      org.apache.hadoop.mapreduce.lib.reduce.LongSumReducer.class);
                  regex.setOutputKeyClass(Text.class);
                  regex.setOutputValueClass(LongWritable.class);
                  Job tokens = Jobs.job(workspace, "tokens");
                  org.apache.hadoop.mapreduce.lib.output.FileOutputFormat.setOutputPath(
                      tokens, workspace.out("tokens"));
                  tokens.setMapperClass(TokenCounterMapper.class);
                  tokens.setReducerClass(IntSumReducer.class);
                  tokens.setOutputKeyClass(Text.class);
                  tokens.setOutputValueClass(IntWritable.class);
                  return Jobs.run(regex) + Jobs.run(tokens);
                }));
  }

  private static String[] fields(Random random) {
    String[] lines = new String[300];
    for (int i = 0; i < lines.length; i++) {
      lines[i] =
          String.format(
              Locale.ROOT,
              "%s.%d.%d\tv%d",
              Inputs.word(random),
              random.nextInt(20),
              random.nextInt(200) - 100,
              i);
    }
    return lines;
  }

  private static void sortedFiles(Path directory, Random random) throws IOException {
    for (String name : new String[] {"left", "right"}) {
      try (SequenceFile.Writer writer =
          Inputs.sequence(directory.resolve(name + ".seq"), IntWritable.class, Text.class)) {
        int key = 0;
        for (int i = 0; i < 120; i++) {
          key += random.nextInt(3);
          writer.append(new IntWritable(key), new Text(name + i));
        }
      }
    }
  }

  private static void unsortedFiles(Path directory, Random random) throws IOException {
    for (int file = 1; file <= 3; file++) {
      Path path = directory.resolve("f" + file + ".seq");
      try (SequenceFile.Writer writer = Inputs.sequence(path, Text.class, IntWritable.class)) {
        for (int i = 0; i < 120 * file; i++) {
          writer.append(
              new Text(Integer.toString(random.nextInt(1 << 20), 36)), new IntWritable(i));
        }
      }
    }
  }

  /** Cuts words to two letters. */
  public static class Shorten extends Mapper<Text, IntWritable, Text, IntWritable> {
    @Override
    protected void map(Text key, IntWritable value, Context context)
        throws IOException, InterruptedException {
      String word = key.toString();
      key.set(word.substring(0, Math.min(2, word.length())));
      context.write(key, value);
    }
  }

  /** Makes joined values visible. */
  public static class ToText extends Mapper<Object, Object, Text, Text> {
    @Override
    protected void map(Object key, Object value, Context context)
        throws IOException, InterruptedException {
      String shown = value instanceof TupleWritable tuple ? tuple.toString() : "one " + value;
      context.write(new Text(key.toString()), new Text(shown));
    }
  }

  // With their types fixed, as the chains of the old API ask for.

  /** (any, line) to (word, 1). */
  public static class OldTokens extends TokenCountMapper<Object> {}

  /** (word, count) as it is. */
  public static class OldIdentity extends IdentityMapper<Text, LongWritable> {}

  /** (word, counts) to (word, sum). */
  public static class OldSum extends LongSumReducer<Text> {}

  /** (word, sum) to (sum, word). */
  public static class OldInverse
      extends org.apache.hadoop.mapred.lib.InverseMapper<Text, LongWritable> {}
}
