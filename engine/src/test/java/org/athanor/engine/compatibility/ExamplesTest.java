// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.compatibility;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.lang.reflect.Constructor;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.examples.AggregateWordCount;
import org.apache.hadoop.examples.AggregateWordHistogram;
import org.apache.hadoop.examples.BaileyBorweinPlouffe;
import org.apache.hadoop.examples.Grep;
import org.apache.hadoop.examples.Join;
import org.apache.hadoop.examples.MultiFileWordCount;
import org.apache.hadoop.examples.QuasiMonteCarlo;
import org.apache.hadoop.examples.RandomTextWriter;
import org.apache.hadoop.examples.RandomWriter;
import org.apache.hadoop.examples.SecondarySort;
import org.apache.hadoop.examples.Sort;
import org.apache.hadoop.examples.WordCount;
import org.apache.hadoop.examples.WordMean;
import org.apache.hadoop.examples.WordMedian;
import org.apache.hadoop.examples.WordStandardDeviation;
import org.apache.hadoop.examples.dancing.DistributedPentomino;
import org.apache.hadoop.examples.terasort.TeraGen;
import org.apache.hadoop.examples.terasort.TeraSort;
import org.apache.hadoop.examples.terasort.TeraValidate;
import org.apache.hadoop.io.BytesWritable;
import org.apache.hadoop.io.IntWritable;
import org.apache.hadoop.io.SequenceFile;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.lib.input.SequenceFileInputFormat;
import org.apache.hadoop.mapreduce.lib.partition.TotalOrderPartitioner;
import org.apache.hadoop.util.Tool;
import org.apache.hadoop.util.ToolRunner;
import org.athanor.engine.compatibility.oracle.Area;
import org.athanor.engine.compatibility.oracle.ChildJvm;
import org.athanor.engine.compatibility.oracle.JobCase;
import org.athanor.engine.compatibility.oracle.JobProgram;
import org.athanor.engine.compatibility.oracle.OracleTest;
import org.athanor.engine.compatibility.oracle.Workspace;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * The programs of hadoop-mapreduce-examples. Not here: sudoku (runs no job), dbcount (needs the
 * HSQLDB server), distbbp (many jobs over hours-long sums).
 */
@Area("hadoop-mapreduce-examples")
class ExamplesTest extends OracleTest {

  @Test
  @Tag("short")
  void wordcount() throws Exception {
    check(
        JobCase.of("wordcount", "the example as it is, in a JVM of its own")
            .input(Inputs::threeTexts)
            .program(main(WordCount.class)));
  }

  @Test
  void secondarysort() throws Exception {
    check(
        JobCase.of("secondarysort", "in a JVM of its own")
            .input(
                (directory, random) -> {
                  String[] lines = new String[500];
                  for (int i = 0; i < lines.length; i++) {
                    lines[i] = random.nextInt(40) - 20 + " " + random.nextInt();
                  }
                  Inputs.lines(directory.resolve("a"), lines);
                })
            .program(main(SecondarySort.class)));
  }

  @Test
  void aggregatewordcount() throws Exception {
    check(
        JobCase.of("aggregatewordcount", "the aggregate package, in a JVM of its own")
            .input(Inputs::threeTexts)
            .program(main(AggregateWordCount.class, "1", "textinputformat")));
  }

  @Test
  void aggregatewordhist() throws Exception {
    check(
        JobCase.of("aggregatewordhist", "the aggregate package, in a JVM of its own")
            .input(Inputs::threeTexts)
            .program(main(AggregateWordHistogram.class, "1", "textinputformat")));
  }

  @Test
  void wordmean() throws Exception {
    check(
        JobCase.of("wordmean", "reads its result back")
            .input(Inputs::threeTexts)
            .program(tool(new WordMean())));
  }

  @Test
  void wordmedian() throws Exception {
    check(
        JobCase.of("wordmedian", "reads counters and result back, in a JVM of its own")
            .input(Inputs::threeTexts)
            .program(main(WordMedian.class)));
  }

  @Test
  void wordstandarddeviation() throws Exception {
    check(
        JobCase.of("wordstandarddeviation", "reads its result back")
            .input(Inputs::threeTexts)
            .program(tool(new WordStandardDeviation())));
  }

  @Test
  void multifilewc() throws Exception {
    check(
        JobCase.of("multifilewc", "CombineFileInputFormat with a record reader of its own")
            .input(Inputs::threeTexts)
            .program(tool(new MultiFileWordCount())));
  }

  @Test
  @Tag("short")
  void grep() throws Exception {
    check(
        JobCase.of("grep", "two jobs, a temporary directory between them")
            .input(Inputs::threeTexts)
            .program(
                workspace -> {
                  Constructor<Grep> constructor = Grep.class.getDeclaredConstructor();
                  constructor.setAccessible(true);
                  Configuration conf = workspace.conf();
                  return ToolRunner.run(
                      conf, constructor.newInstance(), arguments(workspace, "w[0-9]([a-z]+)", "1"));
                })
            .meaning(
                "org.apache.hadoop.mapreduce.TaskCounter|SPLIT_RAW_BYTES",
                "the program's temporary directory has a random name of random length")
            .verifying(observed -> assertThat(observed.jobs()).hasSize(2)));
  }

  @Test
  void sort() throws Exception {
    check(
        JobCase.of("sort", "sequence files, two reduces")
            .input(ExamplesTest::binaryRecords)
            .program(
                workspace ->
                    ToolRunner.run(
                        workspace.conf(),
                        new Sort<BytesWritable, BytesWritable>(),
                        new String[] {
                          "-r", "2", workspace.in().toString(), workspace.out().toString()
                        })));
  }

  @Test
  void sortInTotalOrder() throws Exception {
    check(
        JobCase.of("sort -totalOrder", "sampling, partition file in the distributed cache")
            .input(ExamplesTest::binaryRecords)
            .program(
                workspace -> {
                  Configuration conf = workspace.conf();
                  // The program sets it in a copy that its job does not see.
                  conf.set(
                      TotalOrderPartitioner.PARTITIONER_PATH,
                      workspace.in("_sortPartitioning").toString());
                  return ToolRunner.run(
                      conf,
                      new Sort<BytesWritable, BytesWritable>(),
                      new String[] {
                        "-r",
                        "3",
                        "-totalOrder",
                        "1.0",
                        "10000",
                        "10",
                        workspace.in().toString(),
                        workspace.out().toString()
                      });
                }));
  }

  @Test
  void join() throws Exception {
    check(
        JobCase.of("join", "two sorted sequence files")
            .input(
                (directory, random) -> {
                  for (String name : List.of("left", "right")) {
                    writeSorted(directory.resolve(name), name, random);
                  }
                })
            .program(
                workspace ->
                    ToolRunner.run(
                        workspace.conf(),
                        new Join(),
                        new String[] {
                          "-inFormat",
                          SequenceFileInputFormat.class.getName(),
                          "-outKey",
                          IntWritable.class.getName(),
                          "-r",
                          "1",
                          "-joinOp",
                          "outer",
                          workspace.in("left").toString(),
                          workspace.in("right").toString(),
                          workspace.out().toString()
                        })));
  }

  @Test
  void pi() throws Exception {
    check(
        JobCase.of("pi", "4 maps of 1000 points")
            .program(
                workspace -> {
                  // The program deletes it at its end.
                  org.apache.hadoop.fs.Path temporary = workspace.out("temporary");
                  workspace.record(
                      "pi",
                      QuasiMonteCarlo.estimatePi(4, 1000, temporary, workspace.conf()).toString());
                  return 0;
                }));
  }

  @Test
  void bbp() throws Exception {
    check(
        JobCase.of("bbp", "40 hexadecimal digits of pi, 4 maps")
            .program(
                workspace ->
                    ToolRunner.run(
                        workspace.conf(),
                        new BaileyBorweinPlouffe(),
                        new String[] {"1", "40", "4", workspace.out().toString()})));
  }

  @Test
  void pentomino() throws Exception {
    check(
        JobCase.of("pentomino", "a 3 by 20 board, one line for each map")
            .program(
                workspace -> {
                  Configuration conf = workspace.conf();
                  conf.setInt("mapreduce.job.maps", 20);
                  return ToolRunner.run(
                      conf,
                      new DistributedPentomino(),
                      new String[] {
                        workspace.out("result").toString(),
                        "-depth",
                        "2",
                        "-height",
                        "3",
                        "-width",
                        "20"
                      });
                }));
  }

  @Test
  @Tag("short")
  void teragenTerasortTeravalidate() throws Exception {
    check(
        JobCase.of("teragen, terasort, teravalidate", "20,000 rows, 3 maps, 3 reduces")
            .program(
                workspace -> {
                  String rows = workspace.out("rows").toString();
                  String sorted = workspace.out("sorted").toString();
                  Configuration conf = workspace.conf();
                  conf.setInt("mapreduce.job.reduces", 3);
                  conf.setLong("mapreduce.input.fileinputformat.split.maxsize", 700_000);
                  int exitCode = ToolRunner.run(conf, new TeraGen(), new String[] {"20000", rows});
                  exitCode +=
                      ToolRunner.run(
                          new Configuration(conf), new TeraSort(), new String[] {rows, sorted});
                  return exitCode
                      + ToolRunner.run(
                          new Configuration(conf),
                          new TeraValidate(),
                          new String[] {sorted, workspace.out("report").toString()});
                })
            .verifying(
                observed -> {
                  assertThat(observed.jobs()).hasSize(3);
                  assertThat(observed.files().names().toString()).contains("report/part-r-00000");
                }));
  }

  @Test
  void randomwriter() throws Exception {
    check(
        JobCase.of("randomwriter", "map-only, sequence files")
            .comparingNamesOnly("the program takes random numbers without a seed")
            .program(
                workspace ->
                    ToolRunner.run(
                        small(workspace, "randomwriter"),
                        new RandomWriter(),
                        new String[] {workspace.out().toString()}))
            .meaning("org.apache.hadoop.*", "the program takes random numbers without a seed"));
  }

  @Test
  void randomtextwriter() throws Exception {
    check(
        JobCase.of("randomtextwriter", "map-only, sequence files")
            .comparingNamesOnly("the program takes random numbers without a seed")
            .program(
                workspace ->
                    ToolRunner.run(
                        small(workspace, "randomtextwriter"),
                        new RandomTextWriter(),
                        new String[] {workspace.out().toString()}))
            .meaning("org.apache.hadoop.*", "the program takes random numbers without a seed"));
  }

  private static Configuration small(Workspace workspace, String program) {
    Configuration conf = workspace.conf();
    conf.setLong("mapreduce." + program + ".bytespermap", 200_000);
    conf.setLong("mapreduce." + program + ".totalbytes", 200_000);
    return conf;
  }

  private static JobProgram tool(Tool tool) {
    return workspace -> ToolRunner.run(workspace.conf(), tool, arguments(workspace));
  }

  private static JobProgram main(Class<?> program, String... more) {
    return workspace -> ChildJvm.run(workspace, program.getName(), arguments(workspace, more));
  }

  private static String[] arguments(Workspace workspace, String... more) {
    List<String> all =
        new ArrayList<>(List.of(workspace.in().toString(), workspace.out().toString()));
    all.addAll(List.of(more));
    return all.toArray(String[]::new);
  }

  private static void binaryRecords(Path directory, Random random) throws IOException {
    for (int file = 1; file <= 2; file++) {
      try (SequenceFile.Writer writer =
          Inputs.sequence(
              directory.resolve("f" + file), BytesWritable.class, BytesWritable.class)) {
        for (int i = 0; i < 400 * file; i++) {
          byte[] key = new byte[10];
          byte[] value = new byte[random.nextInt(50)];
          random.nextBytes(key);
          random.nextBytes(value);
          writer.append(new BytesWritable(key), new BytesWritable(value));
        }
      }
    }
  }

  private static void writeSorted(Path file, String name, Random random) throws IOException {
    try (SequenceFile.Writer writer = Inputs.sequence(file, IntWritable.class, Text.class)) {
      int key = 0;
      for (int i = 0; i < 100; i++) {
        key += random.nextInt(3);
        writer.append(new IntWritable(key), new Text(name + i));
      }
    }
  }
}
