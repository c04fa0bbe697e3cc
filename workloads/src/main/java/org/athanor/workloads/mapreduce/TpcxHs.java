// SPDX-License-Identifier: Apache-2.0
package org.athanor.workloads.mapreduce;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.conf.Configured;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.mapreduce.MRJobConfig;
import org.apache.hadoop.util.ReflectionUtils;
import org.apache.hadoop.util.Tool;
import org.apache.hadoop.util.ToolRunner;
import org.athanor.workloads.usage.CommandLine;
import org.athanor.workloads.usage.UsageException;

/**
 * TeraSort by the rules of TPC Express Benchmark HS: {@code TpcxHs OUTPUT --rows N [--parts P]}.
 * Each of two runs generates rows, sorts them, and validates the result, with Hadoop's examples
 * {@code teragen}, {@code terasort} and {@code teravalidate}, and checks size and requested
 * replication of what was generated and sorted. All of it is in the run's time. The second run uses
 * nothing of the first one. The jar of Hadoop's examples must be on the class path.
 *
 * <pre>
 *   OUTPUT/run-1/generated, sorted, validated    likewise run-2
 *   OUTPUT/_phases                               see {@link #PHASES}
 * </pre>
 */
public final class TpcxHs extends Configured implements Tool {
  /**
   * In the output: lines of a run's number, from 1, a phase, and its seconds, with tabs between
   * them; the phases are {@code generate}, {@code check}, {@code sort}, {@code check}, {@code
   * validate}. A last line has 0, {@code replication}, and the least number of replicas that was
   * requested for a file.
   */
  public static final String PHASES = "_phases";

  /** Number of runs. */
  public static final int RUNS = 2;

  public static final String GENERATED = "generated";
  public static final String SORTED = "sorted";
  public static final String VALIDATED = "validated";

  private static final String EXAMPLES = "org.apache.hadoop.examples.terasort.";
  private static final long ROW_BYTES = 100;

  private final StringBuilder phases = new StringBuilder();
  private int leastReplicas = Integer.MAX_VALUE;

  public static void main(String[] args) throws Exception {
    IterativeTool.main(new TpcxHs(), args);
  }

  /** The directory of a run. */
  public static Path home(Path output, int run) {
    return new Path(output, "run-" + run);
  }

  @Override
  public int run(String[] args) throws Exception {
    CommandLine line = new CommandLine(args);
    line.allow(List.of("rows", "parts"));
    if (line.operands().size() != 1) {
      throw new UsageException("usage: TpcxHs OUTPUT --rows N [--parts P]");
    }
    Path output = new Path(line.operands().get(0));
    line.required("rows");
    long rows = line.number("rows", 1, Long.MAX_VALUE / ROW_BYTES, 1);
    int parts = (int) line.number("parts", 1, 10_000, 1);
    FileSystem files = output.getFileSystem(getConf());
    for (int run = 1; run <= RUNS; run++) {
      Path home = home(output, run);
      if (files.exists(home)) {
        throw new IOException(home + ": exists; a run must generate its own data");
      }
      benchmark(run, home, rows, parts);
    }
    phases.append("0\treplication\t").append(leastReplicas).append('\n');
    try (OutputStream out = files.create(new Path(output, PHASES))) {
      out.write(phases.toString().getBytes(StandardCharsets.UTF_8));
    }
    return 0;
  }

  private void benchmark(int run, Path home, long rows, int parts) throws Exception {
    Path generated = new Path(home, GENERATED);
    Path sorted = new Path(home, SORTED);
    phase(
        run,
        "generate",
        () -> example("TeraGen", parts, Long.toString(rows), generated.toString()));
    phase(run, "check", () -> check(generated, rows));
    phase(run, "sort", () -> example("TeraSort", parts, generated.toString(), sorted.toString()));
    phase(run, "check", () -> check(sorted, rows));
    phase(
        run,
        "validate",
        () -> example("TeraValidate", 1, sorted.toString(), new Path(home, VALIDATED).toString()));
  }

  private interface Step {
    void run() throws Exception;
  }

  private void phase(int run, String name, Step step) throws Exception {
    long start = System.nanoTime();
    step.run();
    double seconds = (System.nanoTime() - start) / 1e9;
    phases.append(run).append('\t').append(name).append('\t').append(seconds).append('\n');
  }

  /** By name, because the class loader of this class may not find the libraries of the job. */
  private void example(String name, int parts, String... arguments) throws Exception {
    Configuration configuration = new Configuration(getConf());
    configuration.setInt(MRJobConfig.NUM_MAPS, parts);
    configuration.setInt(MRJobConfig.NUM_REDUCES, parts);
    Path last = new Path(arguments[arguments.length - 1]);
    // TeraSort's own default is 1.
    configuration.setInt(
        "mapreduce.terasort.output.replication",
        last.getFileSystem(configuration).getDefaultReplication(last));
    Class<?> example;
    try {
      example = configuration.getClassByName(EXAMPLES + name);
    } catch (ClassNotFoundException missing) {
      throw new UsageException(
          EXAMPLES + name + ": not on the class path; add hadoop-mapreduce-examples-VERSION.jar");
    }
    Tool tool = (Tool) ReflectionUtils.newInstance(example, configuration);
    int status = ToolRunner.run(configuration, tool, arguments);
    if (status != 0) {
      throw new IOException(name + " ended with status " + status);
    }
  }

  /**
   * Checks size and replication, as HSDataCheck. The replication is the one that was requested for
   * the files; how many replicas of their blocks are there already is not looked at.
   */
  private void check(Path directory, long rows) throws IOException {
    FileSystem files = directory.getFileSystem(getConf());
    FileStatus[] parts =
        Arrays.stream(files.listStatus(directory))
            .filter(file -> file.isFile() && !file.getPath().getName().matches("[._].*"))
            .toArray(FileStatus[]::new);
    long bytes = Arrays.stream(parts).mapToLong(FileStatus::getLen).sum();
    if (bytes != rows * ROW_BYTES) {
      throw new IOException(directory + ": has " + bytes + " bytes; must be " + rows * ROW_BYTES);
    }
    int must = files.getDefaultReplication(directory);
    for (FileStatus part : parts) {
      if (part.getReplication() < must) {
        throw new IOException(
            part.getPath()
                + ": has "
                + part.getReplication()
                + " requested replicas; must be "
                + must);
      }
      leastReplicas = Math.min(leastReplicas, part.getReplication());
    }
  }
}
