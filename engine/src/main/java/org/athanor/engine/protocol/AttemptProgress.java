// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.protocol;

import java.io.IOException;
import org.apache.hadoop.mapred.Counters;
import org.apache.hadoop.mapred.TaskStatus;

/**
 * How far an attempt was at one time.
 *
 * @param counters not to be changed
 * @param progress from 0 to 1
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

  void writeTo(MessageOutput out) {
    CountersForm.write(counters, out);
    out.writeText(phase.name());
    out.writeFloat(Math.max(0, Math.min(1, progress)));
    out.writeText(status);
    out.writeLong(shuffleFinishTime);
    out.writeLong(sortFinishTime);
  }

  static AttemptProgress read(MessageInput in) throws IOException {
    return new AttemptProgress(
        CountersForm.read(in),
        in.readEnum(TaskStatus.Phase.class),
        in.readFraction(),
        in.readText(),
        in.readNaturalLong(),
        in.readNaturalLong());
  }
}
