// SPDX-License-Identifier: Apache-2.0
package org.athanor.workloads.mapreduce;

import java.io.OutputStream;
import java.lang.reflect.Method;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.conf.Configured;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.util.Tool;
import org.athanor.workloads.usage.CommandLine;
import org.athanor.workloads.usage.UsageException;

/**
 * The job of Hadoop's example {@code pi}, whose estimate is written to a file: {@code Pi OUTPUT
 * --maps N --samples N}. The jar of Hadoop's examples must be on the class path.
 */
public final class Pi extends Configured implements Tool {
  private static final String EXAMPLE = "org.apache.hadoop.examples.QuasiMonteCarlo";

  /** The file in the output: one line, the estimate. */
  private static final String ESTIMATE = "estimate";

  public static void main(String[] args) throws Exception {
    IterativeTool.main(new Pi(), args);
  }

  /** The example is a library of the job, which the class loader of this class may not find. */
  private BigDecimal estimate(int maps, long samples, Path work) throws Exception {
    Method method;
    try {
      method =
          getConf()
              .getClassByName(EXAMPLE)
              .getMethod("estimatePi", int.class, long.class, Path.class, Configuration.class);
    } catch (ClassNotFoundException missing) {
      throw new UsageException(
          EXAMPLE + ": not on the class path; add hadoop-mapreduce-examples-VERSION.jar");
    }
    return (BigDecimal) method.invoke(null, maps, samples, work, getConf());
  }

  @Override
  public int run(String[] args) throws Exception {
    CommandLine line = new CommandLine(args);
    line.allow(List.of("maps", "samples"));
    if (line.operands().size() != 1) {
      throw new UsageException("usage: Pi OUTPUT --maps N --samples N");
    }
    Path output = new Path(line.operands().get(0));
    FileSystem files = output.getFileSystem(getConf());
    int maps = (int) line.number("maps", 1, 10_000, 1);
    long samples = line.number("samples", 1, 100_000_000, 1);
    Path work = files.makeQualified(new Path(output, "_work"));
    BigDecimal estimate = estimate(maps, samples, work);
    try (OutputStream out = files.create(new Path(output, ESTIMATE))) {
      out.write((estimate.toPlainString() + "\n").getBytes(StandardCharsets.UTF_8));
    }
    return 0;
  }
}
