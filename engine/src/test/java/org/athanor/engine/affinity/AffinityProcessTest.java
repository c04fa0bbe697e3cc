// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.affinity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.athanor.engine.worker.Worker;
import org.athanor.topology.CpuSet;
import org.athanor.topology.affinity.AffinityLevel;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** Affinity in processes that are started in different ways. */
@EnabledOnOs(OS.LINUX)
@Timeout(120)
class AffinityProcessTest {
  private static final String LOG4J =
      """
      log4j.rootLogger=WARN, out
      log4j.appender.out=org.apache.log4j.ConsoleAppender
      log4j.appender.out.target=System.err
      log4j.appender.out.layout=org.apache.log4j.PatternLayout
      log4j.appender.out.layout.ConversionPattern=%p %c{1}: %m%n
      log4j.logger.org.apache=ERROR
      """;

  @TempDir Path directory;

  /** The lines that a process printed. */
  private record Printed(List<String> out, List<String> err) {}

  /**
   * Runs {@link BindingJob}.
   *
   * @param prefix command that starts the JVM
   * @param options of the JVM
   * @param arguments a level and numbers of threads
   */
  private Printed run(List<String> prefix, List<String> options, String... arguments)
      throws IOException, InterruptedException {
    Path log4j = Files.writeString(directory.resolve("log4j.properties"), LOG4J);
    List<String> command = new ArrayList<>(prefix);
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-Xmx256m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1"));
    // This prevents warnings of the JVM about Hadoop.
    command.add("--enable-native-access=ALL-UNNAMED");
    if (Runtime.version().feature() >= 23) {
      command.add("--sun-misc-unsafe-memory-access=allow");
    }
    command.addAll(options);
    command.add("-Dlog4j.configuration=" + log4j.toUri());
    command.add("-cp");
    command.add(System.getProperty("java.class.path"));
    command.add(BindingJob.class.getName());
    command.add(directory.toString());
    command.addAll(List.of(arguments));
    Path out = directory.resolve("stdout");
    Path err = directory.resolve("stderr");
    ProcessBuilder builder =
        new ProcessBuilder(command).redirectOutput(out.toFile()).redirectError(err.toFile());
    builder.environment().remove("JAVA_TOOL_OPTIONS");
    Process process = builder.start();
    try {
      assertThat(process.waitFor(100, TimeUnit.SECONDS)).isTrue();
    } finally {
      process.destroyForcibly();
    }
    assertThat(process.exitValue()).as(Files.readString(err)).isZero();
    return new Printed(Files.readAllLines(out), Files.readAllLines(err));
  }

  private static CpuSet ownPus() throws IOException {
    return CpuSet.parseList(BindingJob.pusOf(Path.of("thread-self")));
  }

  private static List<String> unbound(int threads) throws IOException {
    List<String> lines = new ArrayList<>();
    for (int i = 0; i < threads; i++) {
      lines.add("athanor-" + i + " " + ownPus().toListString());
    }
    return lines;
  }

  @Test
  void staysOnThePusThatTheProcessWasStartedWith() throws Exception {
    NeedsHwloc.check();
    assumeTrue(Files.isExecutable(Path.of("/usr/bin/taskset")), "taskset is missing");
    String last = Integer.toString(ownPus().last());
    Printed printed =
        run(
            List.of("/usr/bin/taskset", "-c", last),
            List.of(),
            AffinityLevel.PU.toString(),
            "1",
            "2");
    assertThat(printed.out())
        .containsExactly(
            "athanor-0 " + last,
            "athanor.threads=2: athanor.affinity=pu gives each thread a PU of its own, and the"
                + " engine can have 1 here; set athanor.threads to 1 or less, or athanor.affinity"
                + " to cpu or none");
    assertThat(printed.err()).isEmpty();
  }

  @Test
  void warnsOnceAndGoesOnUnboundWithoutTheLibrary() throws Exception {
    Printed printed =
        run(
            List.of(),
            List.of("-Dathanor.topology.library=libabsent.so"),
            AffinityLevel.PU.toString(),
            "2",
            "3");
    List<String> expected = new ArrayList<>(unbound(2));
    expected.addAll(unbound(3));
    assertThat(printed.out()).isEqualTo(expected);
    assertThat(printed.err())
        .singleElement()
        .asString()
        .startsWith(
            "WARN Machine: athanor.affinity: libhwloc not found (looked for libabsent.so): ")
        .contains("install package libhwloc15")
        .endsWith("; threads are not bound, everything else works");
  }

  @Test
  void loadsNothingNativeWithoutAffinity() throws Exception {
    Path classes = directory.resolve("classes");
    Printed printed =
        run(
            List.of(),
            List.of("-Xlog:class+load:file=" + classes),
            AffinityLevel.NONE.toString(),
            "2");
    assertThat(printed.out()).isEqualTo(unbound(2));
    String level = AffinityLevel.class.getName();
    try (Stream<String> lines = Files.lines(classes)) {
      assertThat(lines)
          .anyMatch(line -> line.contains(Worker.class.getName() + " "))
          .noneMatch(line -> line.contains(" com.sun.jna."))
          .filteredOn(line -> line.contains(" org.athanor.topology."))
          .allMatch(line -> line.contains(" " + level));
    }
  }
}
