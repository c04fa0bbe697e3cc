// SPDX-License-Identifier: Apache-2.0
package org.athanor.cli.storage;

import java.time.Duration;
import java.util.List;
import org.athanor.cli.usage.UsageException;
import org.athanor.tiering.region.HdfsRequestBox;
import org.athanor.tiering.region.RegionSettings;
import picocli.CommandLine.Option;

/** The options of the daemon's temporary region. */
final class RegionOptions {
  private static final int RESERVE_SHARE = 10; // one in so many
  private static final Duration SHORTEST_LEASE = Duration.ofSeconds(30);

  @Option(
      names = "--region-size",
      paramLabel = "<size>",
      description = {
        "SSD for jobs that ask for it (athanor run --storage): for copies of their input and for",
        "their intermediate data, beside --ssd. Default: none"
      })
  private String size;

  @Option(
      names = "--region-reserve",
      paramLabel = "<size>",
      description = {
        "What of it is promised to nobody, because jobs may write more than expected.",
        "Default: a tenth"
      })
  private String reserve;

  @Option(
      names = "--region-lease",
      paramLabel = "<time>",
      defaultValue = "60s",
      description = {
        "A job that has not renewed its request for so long has ended; from 30s.",
        "Default: ${DEFAULT-VALUE}"
      })
  private String lease;

  @Option(
      names = "--requests",
      paramLabel = "<path>",
      defaultValue = HdfsRequestBox.DIRECTORY,
      description = {
        "The directory of HDFS for requests, which the daemon creates: one that exists must be",
        "such a directory. Default: ${DEFAULT-VALUE}"
      })
  private String requests;

  /**
   * What the region may take.
   *
   * @param roots directories that the daemon manages
   * @throws UsageException if an option has a wrong value
   */
  RegionSettings settings(List<String> roots) throws UsageException {
    Paths.check("--requests", requests);
    requests = Paths.withoutSlash(requests);
    checkApart(roots.stream().map(Paths::withoutSlash).toList());
    Duration leased = PlanOptions.value("--region-lease", lease, Amounts::duration);
    if (leased.compareTo(SHORTEST_LEASE) < 0) {
      throw new UsageException("--region-lease=" + lease + ": must be 30s or more");
    }
    if (size == null) {
      if (reserve != null) {
        throw new UsageException("--region-reserve needs --region-size");
      }
      return new RegionSettings(0, 0, leased);
    }
    long capacity = PlanOptions.value("--region-size", size, Amounts::size);
    long kept =
        reserve == null
            ? capacity / RESERVE_SHARE
            : PlanOptions.value("--region-reserve", reserve, Amounts::size);
    if (kept > capacity) {
      throw new UsageException(
          "--region-reserve=" + reserve + ": must be at most --region-size, " + size);
    }
    return new RegionSettings(capacity, kept, leased);
  }

  /** Everybody may write to the directory of the requests, and the daemon removes files there. */
  private void checkApart(List<String> roots) throws UsageException {
    if (requests.equals("/")) {
      throw new UsageException("--requests=/: must be a directory of its own");
    }
    for (String root : roots) {
      boolean isBelow = !root.equals("/") && requests.startsWith(root + "/");
      if (requests.equals(root) || root.startsWith(requests + "/") || isBelow) {
        throw new UsageException(
            "--requests=" + requests + ": must not be, contain or be in --root=" + root);
      }
    }
  }

  /** The directory of the requests. */
  String requests() {
    return requests;
  }
}
