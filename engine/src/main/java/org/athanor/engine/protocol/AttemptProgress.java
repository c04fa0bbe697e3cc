// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.protocol;

import java.io.IOException;
import org.apache.hadoop.mapred.Counters;
import org.apache.hadoop.mapred.TaskStatus;

/**
 * How far an attempt was at one time.
 *
 * @param counters not to be changed
 * @param progress from 0 to 1; any other number becomes the nearest of these, and NaN becomes 0
 * @param shuffleFinishTime when all map output was there, in milliseconds since the epoch; 0 before
 * @param sortFinishTime when the input or output was sorted, in milliseconds; 0 before
 */
public record AttemptProgress(
    Counters counters,
    TaskStatus.Phase phase,
    float progress,
    String status,
    long shuffleFinishTime,
    long sortFinishTime) {

  /** Never throws: user code may have computed the progress. */
  public AttemptProgress {
    progress = progress > 0 ? Math.min(1, progress) : 0;
  }

  void writeTo(MessageOutput out) {
    CountersForm.write(counters, out);
    out.writeText(phase.name());
    out.writeFloat(progress);
    out.writeText(status);
    out.writeLong(shuffleFinishTime);
    out.writeLong(sortFinishTime);
  }

  static AttemptProgress read(MessageInput in) throws IOException {
    return new AttemptProgress(
        CountersForm.read(in),
        in.readEnum(TaskStatus.Phase.class),
        in.readFloat(),
        in.readText(),
        in.readNaturalLong(),
        in.readNaturalLong());
  }
}
