// SPDX-License-Identifier: Apache-2.0
package org.athanor.workloads.mapreduce;

import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.apache.hadoop.conf.Configured;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.util.Tool;
import org.apache.hadoop.util.ToolRunner;
import org.athanor.workloads.usage.CommandLine;
import org.athanor.workloads.usage.UsageException;

/**
 * Hadoop's TestDFSIO, writing and then reading: {@code DistributedIo OUTPUT --files N --file-size
 * BYTES}. Its jar, {@code hadoop-mapreduce-client-jobclient-VERSION-tests.jar}, must be on the
 * class path.
 */
public final class DistributedIo extends Configured implements Tool {
  /** In the output: lines of step, tab, seconds. */
  public static final String SECONDS = "_seconds";

  private static final String BENCHMARK = "org.apache.hadoop.fs.TestDFSIO";

  public static void main(String[] args) throws Exception {
    IterativeTool.main(new DistributedIo(), args);
  }

  @Override
  public int run(String[] args) throws Exception {
    CommandLine line = new CommandLine(args);
    line.allow(List.of("files", "file-size"));
    if (line.operands().size() != 1) {
      throw new UsageException("usage: DistributedIo OUTPUT --files N --file-size BYTES");
    }
    Path output = new Path(line.operands().get(0));
    output = output.getFileSystem(getConf()).makeQualified(output);
    String files = Long.toString(line.number("files", 1, 100_000, 1));
    String size = line.size("file-size") + "B";
    getConf().set("test.build.data", output.toString());
    Class<? extends Tool> benchmark;
    try {
      benchmark = getConf().getClassByName(BENCHMARK).asSubclass(Tool.class);
    } catch (ClassNotFoundException missing) {
      throw new UsageException(
          BENCHMARK
              + ": not on the class path; add hadoop-mapreduce-client-jobclient-VERSION-tests.jar");
    }
    StringBuilder seconds = new StringBuilder();
    for (String step : List.of("-write", "-read")) {
      long start = System.nanoTime();
      String[] arguments = {step, "-nrFiles", files, "-size", size, "-resFile", "/dev/stdout"};
      int status = ToolRunner.run(getConf(), benchmark.getConstructor().newInstance(), arguments);
      if (status != 0) {
        return status;
      }
      seconds
          .append(step.substring(1))
          .append('\t')
          .append((System.nanoTime() - start) / 1e9)
          .append('\n');
    }
    try (OutputStream out = output.getFileSystem(getConf()).create(new Path(output, SECONDS))) {
      out.write(seconds.toString().getBytes(StandardCharsets.UTF_8));
    }
    return 0;
  }
}
