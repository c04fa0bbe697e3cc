// SPDX-License-Identifier: Apache-2.0
package org.athanor.workloads.verify;

import java.io.IOException;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Path;
import org.athanor.workloads.mapreduce.TpcxHs;

/**
 * Checks {@link TpcxHs}: in both runs, the number of rows that were generated, that the output has
 * the same rows, sorted, and that TeraValidate found no error.
 */
public final class TpcxHsCheck implements Check {
  private static final long ROW_BYTES = 100;

  private final Configuration configuration;
  private final Path output;
  private final long rows;

  public TpcxHsCheck(Configuration configuration, Path output, long rows) {
    this.configuration = configuration;
    this.output = output;
    this.rows = rows;
  }

  @Override
  public String run() throws WrongOutputException, IOException, InterruptedException {
    for (int run = 1; run <= TpcxHs.RUNS; run++) {
      try {
        check(TpcxHs.home(output, run));
      } catch (WrongOutputException wrong) {
        throw new WrongOutputException("run " + run + ": " + wrong.getMessage());
      }
    }
    return TpcxHs.RUNS + " runs of " + rows + " rows, each sorted and validated";
  }

  private void check(Path home) throws WrongOutputException, IOException, InterruptedException {
    Path generated = new Path(home, TpcxHs.GENERATED);
    long bytes =
        new Parts(configuration, generated).all().stream().mapToLong(FileStatus::getLen).sum();
    if (bytes != rows * ROW_BYTES) {
      throw new WrongOutputException(bytes + " bytes were generated; must be " + rows * ROW_BYTES);
    }
    new TeraSortCheck(configuration, generated, new Path(home, TpcxHs.SORTED), Optional.empty())
        .run();
    Parts report = new Parts(configuration, new Path(home, TpcxHs.VALIDATED));
    long[] lines = {0};
    for (FileStatus part : report.all()) {
      report.lines(
          part,
          (line, number) -> {
            if (!line.toString().startsWith("checksum\t")) {
              throw new WrongOutputException("TeraValidate: " + line);
            }
            lines[0]++;
          });
    }
    if (lines[0] != 1) {
      throw new WrongOutputException("TeraValidate wrote " + lines[0] + " checksums; must be one");
    }
  }
}
