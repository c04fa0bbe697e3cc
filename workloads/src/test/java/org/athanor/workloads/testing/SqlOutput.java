// SPDX-License-Identifier: Apache-2.0
package org.athanor.workloads.testing;

import java.nio.file.Path;
import org.apache.hadoop.conf.Configuration;
import org.athanor.workloads.Generate;
import org.athanor.workloads.Verify;

/** Generated input of SQL workloads, and the check of their output. */
public final class SqlOutput {
  private SqlOutput() {}

  /** Generates so many visits, and returns the directory of the tables. */
  public static Path generate(Path home, int visits) throws InterruptedException {
    String records = Integer.toString(visits);
    int status = Generate.run(new Configuration(), "visits", "--records", records, home.toString());
    if (status != 0) {
      throw new IllegalStateException("exit status " + status);
    }
    return home.resolve("data");
  }

  /** Writes tables in text as Parquet, and returns the directory of these. */
  public static Path parquet(Path text, Path home) throws InterruptedException {
    int status =
        Generate.run(new Configuration(), "parquet", "--source", text.toString(), home.toString());
    if (status != 0) {
      throw new IllegalStateException("exit status " + status);
    }
    return home.resolve("data");
  }

  /** Checks an output, and returns what was checked. */
  public static String verify(String kind, Path input, Path output) throws Exception {
    return Verify.check(
        new Configuration(), kind, "--input", input.toString(), "--output", output.toString());
  }
}
