// SPDX-License-Identifier: Apache-2.0
package org.athanor.tiering.region;

import java.util.List;

/**
 * The temporary region at one moment.
 *
 * @param capacityBytes of SSDs that it may take
 * @param reserveBytes of it that nobody is promised
 * @param counterBytes DUX's StorageCounter: intermediate data and input of the jobs that run
 * @param idleBytes input that no running job uses
 * @param leavingBytes copies that are being taken back
 * @param totals since the daemon's start
 * @param jobs that run
 * @param files some of those in the region, that which was used longest ago first
 * @param fileCount all of them
 * @param foreignEntries directories and files in the directory of requests that are none of ours
 */
public record RegionSnapshot(
    long capacityBytes,
    long reserveBytes,
    long counterBytes,
    long idleBytes,
    long leavingBytes,
    Totals totals,
    List<Job> jobs,
    List<File> files,
    int fileCount,
    int foreignEntries) {

  /**
   * What was done since the daemon's start.
   *
   * @param granted requests
   * @param refused requests
   * @param lost jobs that did not renew their requests
   * @param prefetchedFiles that were copied to SSDs
   * @param prefetchedBytes of them
   * @param evictedFiles whose copies were taken back
   * @param evictedBytes of them
   */
  public record Totals(
      long granted,
      long refused,
      long lost,
      long prefetchedFiles,
      long prefetchedBytes,
      long evictedFiles,
      long evictedBytes) {}

  /**
   * A job that runs.
   *
   * @param inputBytes that it reads from the region
   */
  public record Job(
      String application,
      String name,
      String owner,
      String configuration,
      long reservedBytes,
      long inputBytes) {}

  /**
   * A file in the region.
   *
   * @param use whether a job reads it, nobody does, or it is leaving, and then why it is still
   *     there
   */
  public record File(String path, long bytes, String use) {}

  /** Nothing is there. */
  public static final RegionSnapshot NONE =
      new RegionSnapshot(
          0, 0, 0, 0, 0, new Totals(0, 0, 0, 0, 0, 0, 0), List.of(), List.of(), 0, 0);

  public RegionSnapshot {
    jobs = List.copyOf(jobs);
    files = List.copyOf(files);
  }

  /** Whether there is a region, or the rest of one. */
  public boolean isThere() {
    return capacityBytes > 0 || fileCount > 0 || !jobs.isEmpty();
  }
}
