// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.compatibility;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.apache.hadoop.streaming.StreamJob;
import org.apache.hadoop.util.ToolRunner;
import org.athanor.engine.compatibility.oracle.Area;
import org.athanor.engine.compatibility.oracle.JobCase;
import org.athanor.engine.compatibility.oracle.JobProgram;
import org.athanor.engine.compatibility.oracle.OracleTest;
import org.athanor.engine.compatibility.oracle.Workspace;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Area("Hadoop Streaming")
class StreamingTest extends OracleTest {
  private static final String SPLIT =
      """
      import sys
      for line in sys.stdin:
          for word in line.split():
              print(word + "\\t1")
      """;
  private static final String SUM =
      """
      import sys
      last, total = None, 0
      for line in sys.stdin:
          word, count = line.rstrip("\\n").split("\\t")
          if word != last:
              if last is not None:
                  print("%s\\t%d" % (last, total))
              last, total = word, 0
          total += int(count)
      if last is not None:
          print("%s\\t%d" % (last, total))
      """;
  private static final String ENVIRONMENT =
      """
      import os, sys, re
      sys.stdin.read()
      for key in ["mapreduce_task_ismap", "mapreduce_task_partition", "mapreduce_job_reduces",
                  "mapreduce_map_input_length", "my_own_key", "FROM_CMDENV"]:
          print("%s\\t%s" % (key, os.environ.get(key)))
      for key in ["mapreduce_task_attempt_id", "mapreduce_job_id"]:
          print("%s\\t%s" % (key, re.sub("_[^_]+_[0-9]+", "_X", os.environ[key], count=1)))
      sys.stderr.write("reporter:counter:streaming,tasks,1\\n")
      sys.stderr.write("reporter:status:looked around\\n")
      """;
  private static final String FAILING =
      """
      import sys
      sys.stdin.readline()
      sys.exit(3)
      """;
  private static final String AGGREGATE =
      """
      import sys
      for line in sys.stdin:
          for word in line.split():
              print("LongValueSum:%s\\t1" % word)
              print("UniqValueCount:letters\\t%s" % word[1])
              print("ValueHistogram:lengths\\t%d" % len(word))
      """;

  // The interpreter itself: what is found on the path may be a slow wrapper. Set before all tests.
  private static String python = "";

  @BeforeAll
  static void requirePython() throws InterruptedException {
    python = findPython();
    assumeTrue(!python.isEmpty(), "python3 is not installed: Streaming cases do not run");
  }

  private static String findPython() throws InterruptedException {
    try {
      Process process =
          new ProcessBuilder("python3", "-c", "import sys; print(sys.executable)").start();
      String path = new String(process.getInputStream().readAllBytes(), UTF_8).strip();
      return process.waitFor() == 0 ? path : "";
    } catch (IOException e) {
      return "";
    }
  }

  @Test
  @Tag("short")
  void countsWordsWithScripts() throws Exception {
    check(
        JobCase.of("word count in Python", "mapper, reducer, two reduces")
            .input(Inputs::threeTexts)
            .program(
                streaming(
                    "-D", "mapreduce.job.reduces=2",
                    "-mapper", "{python} {split.py}",
                    "-reducer", "{python} {sum.py}")));
  }

  @Test
  void combinesWithAScript() throws Exception {
    check(
        JobCase.of("combiner script", "-combiner")
            .input(Inputs::threeTexts)
            .program(
                streaming(
                    "-mapper", "{python} {split.py}",
                    "-combiner", "{python} {sum.py}",
                    "-reducer", "{python} {sum.py}")));
  }

  @Test
  void keepsTheOrderOfValuesThroughCat() throws Exception {
    check(
        JobCase.of("cat and cat", "duplicate keys whose order of values is visible")
            .input(
                (directory, random) -> {
                  Inputs.pairs(directory.resolve("a"), random, 300, 10);
                  Inputs.pairs(directory.resolve("b"), random, 900, 10);
                })
            .program(streaming("-mapper", "cat", "-reducer", "cat")));
  }

  @Test
  void runsMapOnly() throws Exception {
    check(
        JobCase.of("no reduces", "-numReduceTasks 0")
            .input(Inputs::threeTexts)
            .program(streaming("-mapper", "{python} {split.py}", "-numReduceTasks", "0")));
  }

  @Test
  void runsWithJavaClasses() throws Exception {
    check(
        JobCase.of("Java classes", "IdentityMapper with KeyValueTextInputFormat, cat as reducer")
            .input((directory, random) -> Inputs.pairs(directory.resolve("a"), random, 200, 20))
            .program(
                streaming(
                    "-inputformat", "org.apache.hadoop.mapred.KeyValueTextInputFormat",
                    "-mapper", "org.apache.hadoop.mapred.lib.IdentityMapper",
                    "-reducer", "cat")));
  }

  @Test
  void shipsAScript() throws Exception {
    check(
        JobCase.of("-files", "a script shipped with the job and run by its link")
            .input(Inputs::threeTexts)
            .program(
                streaming(
                    "-files", "{split.py}#shipped.py",
                    "-mapper", "{python} shipped.py",
                    "-reducer", "{python} {sum.py}")));
  }

  @Test
  void givesScriptsTheirEnvironment() throws Exception {
    check(
        JobCase.of("environment", "configuration as variables, -cmdenv, reporter: lines")
            .input((directory, random) -> Inputs.words(directory.resolve("a"), random, 10))
            .program(
                streaming(
                    "-D", "my.own.key=value",
                    "-mapper", "{python} {environment.py}",
                    "-reducer", "cat",
                    "-cmdenv", "FROM_CMDENV=yes")));
  }

  @Test
  void failsIfAScriptFails() throws Exception {
    check(
        JobCase.of("failing script", "exit code 3 of a mapper")
            .input(Inputs::threeTexts)
            .program(streaming("-mapper", "{python} {failing.py}", "-reducer", "cat"))
            .failing());
  }

  @Test
  void aggregates() throws Exception {
    check(
        JobCase.of("aggregate", "-reducer aggregate: sums, distinct values, histogram")
            .input(Inputs::threeTexts)
            .program(streaming("-mapper", "{python} {aggregate.py}", "-reducer", "aggregate")));
  }

  @Test
  void splitsKeysByFields() throws Exception {
    check(
        JobCase.of("fields", "separator, fields of the key, KeyFieldBasedPartitioner, comparator")
            .input(StreamingTest::dotted)
            .program(
                streaming(
                    "-D", "stream.map.output.field.separator=.",
                    "-D", "stream.num.map.output.key.fields=3",
                    "-D", "mapreduce.map.output.key.field.separator=.",
                    "-D", "mapreduce.partition.keypartitioner.options=-k1,2",
                    "-D",
                        "mapreduce.job.output.key.comparator.class="
                            + "org.apache.hadoop.mapreduce.lib.partition.KeyFieldBasedComparator",
                    "-D", "mapreduce.partition.keycomparator.options=-k2,2nr -k1,1",
                    "-D", "mapreduce.job.reduces=3",
                    "-mapper", "cat",
                    "-reducer", "cat",
                    "-partitioner", "org.apache.hadoop.mapred.lib.KeyFieldBasedPartitioner")));
  }

  @Test
  void passesTypedBytes() throws Exception {
    check(
        JobCase.of("typed bytes", "-io typedbytes through cat")
            .input(Inputs::threeTexts)
            .program(
                streaming(
                    "-io", "typedbytes",
                    "-outputformat", "org.apache.hadoop.mapred.SequenceFileOutputFormat",
                    "-mapper", "cat",
                    "-reducer", "cat")));
  }

  private static void dotted(Path directory, java.util.Random random) throws IOException {
    List<String> lines = new ArrayList<>();
    for (int i = 0; i < 300; i++) {
      lines.add(
          String.format(
              Locale.ROOT,
              "%s.%d.%d.rest %d",
              Inputs.word(random),
              random.nextInt(9),
              i,
              random.nextInt()));
    }
    Files.write(directory.resolve("a"), lines);
  }

  /** Runs a Streaming job; "{name}" is the path of a script. */
  private static JobProgram streaming(String... options) {
    return workspace -> {
      write(workspace, "split.py", SPLIT);
      write(workspace, "sum.py", SUM);
      write(workspace, "environment.py", ENVIRONMENT);
      write(workspace, "failing.py", FAILING);
      write(workspace, "aggregate.py", AGGREGATE);
      // Its default is the name of the jar, which Streaming packs only if the framework is not
      // local.
      List<String> generic = new ArrayList<>(List.of("-D", "mapreduce.job.name=streaming"));
      List<String> own = new ArrayList<>();
      for (int i = 0; i < options.length; i += 2) {
        boolean isGeneric = options[i].equals("-D") || options[i].equals("-files");
        (isGeneric ? generic : own).add(options[i]);
        (isGeneric ? generic : own).add(located(workspace, options[i + 1]));
      }
      generic.addAll(own);
      generic.addAll(
          List.of("-input", workspace.in().toString(), "-output", workspace.out().toString()));
      return ToolRunner.run(workspace.conf(), new StreamJob(), generic.toArray(String[]::new));
    };
  }

  private static void write(Workspace workspace, String name, String script) throws IOException {
    Files.writeString(workspace.scratch().resolve(name), script);
  }

  private static String located(Workspace workspace, String option) {
    return option
        .replace("{python}", python)
        .replaceAll("\\{([a-z.]+)\\}", workspace.scratch() + "/$1");
  }
}
