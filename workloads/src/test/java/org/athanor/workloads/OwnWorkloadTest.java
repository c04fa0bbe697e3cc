// SPDX-License-Identifier: Apache-2.0
package org.athanor.workloads;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.athanor.testkit.PageExample;
import org.athanor.workloads.testing.LocalJobs;
import org.athanor.workloads.testing.PartFiles;
import org.athanor.workloads.usage.UsageException;
import org.athanor.workloads.verify.WrongOutputException;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Compiles and runs the example of docs/workloads.md, "A workload of your own". */
class OwnWorkloadTest {
  private static final Path PAGE = Path.of("../docs/workloads.md");

  @TempDir static Path directory;
  private static Configuration configuration;
  private static Path classes;
  private static Path output;

  @BeforeAll
  static void compileAndRun() throws Exception {
    classes = PageExample.compile(PAGE, "A workload of your own", directory).classes();
    configuration = LocalJobs.configuration(directory);
    assertThat(Generate.run(configuration, "text", "--size", "200k", directory.resolve("in") + ""))
        .isZero();
    output = directory.resolve("out");
    loaded(
        () -> {
          Thread.currentThread()
              .getContextClassLoader()
              .loadClass("example.WordLengths")
              .getMethod("main", String[].class)
              .invoke(
                  null,
                  (Object)
                      new String[] {
                        "-Dhadoop.tmp.dir=" + directory.resolve("tmp"),
                        "-Dmapreduce.client.completion.pollinterval=10",
                        directory.resolve("in/data").toString(),
                        output.toString(),
                        "--parts",
                        "2",
                        "--work",
                        directory.resolve("work").toString()
                      });
          return null;
        });
  }

  private interface Action {
    String run() throws Exception;
  }

  /** Runs something with the classes of the example on the class path, as in their jar. */
  private static String loaded(Action action) throws Exception {
    Thread thread = Thread.currentThread();
    ClassLoader before = thread.getContextClassLoader();
    try (URLClassLoader loader = new URLClassLoader(new URL[] {classes.toUri().toURL()}, before)) {
      thread.setContextClassLoader(loader);
      return action.run();
    } finally {
      thread.setContextClassLoader(before);
    }
  }

  private static String check(String className) throws Exception {
    return loaded(
        () ->
            Verify.check(
                configuration,
                className,
                "--input",
                directory.resolve("in/data").toString(),
                "--output",
                output.toString(),
                "--parts",
                "2",
                "--least",
                "3"));
  }

  @Test
  void theExampleOfThePageRunsAndIsChecked() throws Exception {
    assertThat(PartFiles.in(output)).hasSize(2);
    assertThat(check("example.WordLengthsCheck")).matches("[1-9] lengths, each counted right");
    Path part = PartFiles.in(output).get(0);
    List<String> lines = new ArrayList<>(Files.readAllLines(part));
    String first = lines.remove(0);
    rewrite(part, lines);
    assertThatThrownBy(() -> check("example.WordLengthsCheck"))
        .isInstanceOf(WrongOutputException.class)
        .hasMessage("lengths are missing: [" + first.split("\t", -1)[0] + "]");
    lines.add(0, first + "1");
    rewrite(part, lines);
    assertThatThrownBy(() -> check("example.WordLengthsCheck"))
        .isInstanceOf(WrongOutputException.class)
        .hasMessage(first + "1: must be another number");
  }

  @Test
  void classesThatAreNoChecksAreNamed() {
    assertThatThrownBy(() -> check("example.NoSuch"))
        .isInstanceOf(UsageException.class)
        .hasMessage("class example.NoSuch: is not in the jar of the workload");
    assertThatThrownBy(() -> check("example.WordLengths"))
        .isInstanceOf(UsageException.class)
        .hasMessage(
            "class example.WordLengths: must implement org.athanor.workloads.verify.OutputCheck");
  }

  private static void rewrite(Path part, List<String> lines) throws IOException {
    Files.deleteIfExists(part.resolveSibling("." + part.getFileName() + ".crc"));
    Files.write(part, lines);
  }
}
