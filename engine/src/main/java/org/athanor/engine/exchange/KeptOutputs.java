// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.exchange;

import java.util.ArrayList;
import java.util.List;
import org.athanor.engine.run.Run;

/**
 * The map output of one job that this Worker keeps for the others. Guarded by the lock of {@link
 * PushThread}, except what never changes.
 */
final class KeptOutputs {
  private final String job;
  private final int partitions;
  private final int blockBytes;
  private final BlockCompression compression;
  private final JobReports reports;
  private final List<KeptOutput> outputs = new ArrayList<>();
  private boolean isBeingReleased;

  /**
   * @param partitions how many the job has
   * @param blockBytes the size of the blocks that are pushed
   */
  KeptOutputs(
      String job,
      int partitions,
      int blockBytes,
      BlockCompression compression,
      JobReports reports) {
    this.job = job;
    this.partitions = partitions;
    this.blockBytes = blockBytes;
    this.compression = compression;
    this.reports = reports;
  }

  String job() {
    return job;
  }

  int partitions() {
    return partitions;
  }

  int blockBytes() {
    return blockBytes;
  }

  /** Returns what compresses blocks; pushing thread only. */
  BlockCompression compression() {
    return compression;
  }

  JobReports reports() {
    return reports;
  }

  /** Adds to the end, and takes the runs over. */
  void add(KeptOutput output) {
    outputs.add(output);
  }

  int size() {
    return outputs.size();
  }

  KeptOutput get(int index) {
    return outputs.get(index);
  }

  void beginRelease() {
    isBeingReleased = true;
  }

  void endRelease() {
    isBeingReleased = false;
  }

  /** Whether somebody gives the memory back now, or soon. */
  boolean isBeingReleased() {
    return isBeingReleased;
  }

  /** Gives the memory back, without the lock, since nobody else uses the runs any more. */
  void release() {
    for (KeptOutput output : outputs) {
      output.runs().forEach(Run::release);
    }
  }
}
