// SPDX-License-Identifier: Apache-2.0
package org.athanor.tiering.apply;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;

/**
 * Runs Hadoop's mover, {@code hdfs mover -f}, as a process, which is ended when this JVM ends. Only
 * one mover can run in a cluster. What it may use of the network is a setting of the DataNodes,
 * {@code dfs.datanode.balance.bandwidthPerSec}.
 */
public final class MoverProcess {
  private static final String MAIN = "org.apache.hadoop.hdfs.server.mover.Mover";
  private static final int STOP_SECONDS = 10;
  private static final int MOST_HOURS = 12;

  /** What it says at its end, whatever that is. */
  private static final String TOOK = "Mover took";

  /** An exception. Of Hadoop's ExitStatus, as a shell sees it, all others are used. */
  private static final int EXCEPTION = 255;

  /**
   * How the mover of Hadoop 3.5.0 ends when it begins its second round, because it registers its
   * metrics twice. What it has moved is moved.
   */
  private static final String SECOND_ROUND = "MetricsException: Metrics source Mover";

  private static final int NO_MOVE_BLOCK = 254;
  private static final int NO_MOVE_PROGRESS = 253;

  /** How it says that another one holds the file by which a cluster has one mover. */
  private static final Pattern ANOTHER =
      Pattern.compile("Another \\S+ is running|/system/mover\\.id");

  /** What it says after an exception with a stack trace. */
  private static final Pattern END = Pattern.compile("\\.? *Exiting.*");

  private static final Map<Integer, String> REASONS =
      Map.of(
          252,
          "it could not reach the NameNode or a DataNode, or may not do this",
          251,
          "it does not understand its settings",
          250,
          "it was interrupted",
          249,
          "an upgrade of HDFS is not finalised");

  /** Without it, the reason of a failure may go nowhere, or into a file of the installation's. */
  private static final String LOGGING =
      """
      log4j.rootLogger=WARN,console
      log4j.appender.console=org.apache.log4j.ConsoleAppender
      log4j.appender.console.target=System.err
      log4j.appender.console.layout=org.apache.log4j.PatternLayout
      log4j.appender.console.layout.ConversionPattern=%m%n
      """;

  /**
   * Where this JVM finds Kerberos, if not in /etc/krb5.conf: properties that a mover needs, too.
   */
  private static final List<String> KERBEROS =
      List.of(
          "java.security.krb5.conf",
          "java.security.krb5.kdc",
          "java.security.krb5.realm",
          "java.net.preferIPv4Stack");

  private final List<String> start;
  private final List<String> program;
  private final Map<String, String> environment;

  private MoverProcess(List<String> start, List<String> program, Map<String, String> environment) {
    this.start = start;
    this.program = program;
    this.environment = environment;
  }

  /** Runs a program that takes the arguments of {@code hdfs mover}. */
  static MoverProcess of(String... program) {
    return new MoverProcess(List.of(program), List.of(), Map.of());
  }

  /**
   * The mover on this JVM's Java and class path.
   *
   * @param configuration directory with the {@code *-site.xml} files
   */
  public static MoverProcess ofThisJvm(Path configuration) {
    String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
    String classPath = configuration + ":" + System.getProperty("java.class.path");
    List<String> start = new ArrayList<>(List.of(java));
    for (String name : KERBEROS) {
      String value = System.getProperty(name);
      if (value != null) {
        start.add("-D" + name + "=" + value);
      }
    }
    return new MoverProcess(start, List.of("-cp", classPath, MAIN), Map.of());
  }

  /**
   * The same, but it logs in to Kerberos by itself, as Hadoop's clients do that have these two
   * variables. They tell others nothing that is secret.
   *
   * @param keytab file with the key of the principal
   */
  public MoverProcess as(String principal, Path keytab) {
    return new MoverProcess(
        start,
        program,
        Map.of("KRB5PRINCIPAL", principal, "KRB5KEYTAB", keytab.toAbsolutePath().toString()));
  }

  /**
   * Moves files' replicas until they are in place or none can be moved.
   *
   * @param paths without line breaks
   * @throws IOException if it cannot be started or fails; with one line that says why
   */
  void run(Collection<String> paths) throws IOException, InterruptedException {
    Path directory = Files.createTempDirectory("athanor-mover");
    Path list = directory.resolve("files");
    Path logging = directory.resolve("log4j.properties");
    Path log = directory.resolve("log");
    try {
      Files.write(list, paths, UTF_8);
      Files.writeString(logging, LOGGING);
      List<String> line = new ArrayList<>(start);
      if (!program.isEmpty()) {
        line.add("-Dlog4j.configuration=" + logging.toUri());
        line.addAll(program);
      }
      line.add("-f");
      line.add(list.toString());
      ProcessBuilder builder =
          new ProcessBuilder(line).redirectErrorStream(true).redirectOutput(log.toFile());
      builder.environment().putAll(environment);
      Process process = builder.start();
      Thread stop = new Thread(process::destroy, "athanor-mover-stop");
      try {
        Runtime.getRuntime().addShutdownHook(stop);
        if (!process.waitFor(MOST_HOURS, TimeUnit.HOURS)) {
          throw new IOException("hdfs mover failed: it did not end within " + MOST_HOURS + " h");
        }
        check(process.exitValue(), log);
      } catch (IllegalStateException e) {
        throw new InterruptedException("this process ends");
      } finally {
        end(process);
        removeHook(stop);
      }
    } finally {
      for (Path file : List.of(list, logging, log, directory)) {
        Files.deleteIfExists(file);
      }
    }
  }

  private static void check(int code, Path log) throws IOException {
    if (code == 0 || code == NO_MOVE_BLOCK || code == NO_MOVE_PROGRESS) {
      return;
    }
    String said =
        Files.readString(log, UTF_8)
            .lines()
            .filter(text -> !text.isBlank() && !text.startsWith("\t") && !text.contains(TOOK))
            .filter(text -> !END.matcher(text).matches())
            .reduce((first, last) -> last)
            .map(String::strip)
            .orElse("");
    if (code == EXCEPTION && said.contains(SECOND_ROUND)) {
      return;
    }
    if (ANOTHER.matcher(said).find()) {
      throw new IOException(
          "another mover is running in this cluster, or has died a minute ago; try again when it has"
              + " ended");
    }
    throw new IOException(
        "hdfs mover failed: "
            + REASONS.getOrDefault(code, "exit code " + code)
            + (said.isEmpty() ? "" : ": " + said));
  }

  private static void end(Process process) throws InterruptedException {
    process.destroy();
    if (!process.waitFor(STOP_SECONDS, TimeUnit.SECONDS)) {
      process.destroyForcibly();
    }
  }

  private static void removeHook(Thread stop) {
    try {
      Runtime.getRuntime().removeShutdownHook(stop);
    } catch (IllegalStateException e) {
      // This JVM ends; the hook runs.
    }
  }
}
