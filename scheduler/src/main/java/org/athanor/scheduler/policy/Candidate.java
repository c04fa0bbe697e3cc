// SPDX-License-Identifier: Apache-2.0
package org.athanor.scheduler.policy;

import java.util.Optional;
import org.athanor.scheduler.predict.Prediction;

/**
 * A cluster that was considered for a job.
 *
 * @param seconds predicted duration where the input is; empty if unknown
 * @param joules predicted energy; empty if unknown
 * @param fits whether the job's resources were free
 * @param copySeconds duration of a copy of the input to the cluster; 0 if it is there
 * @param copied whether the input can be copied there; if not, it is read from elsewhere
 * @param softLoad how many times the cluster's disks or network would be wanted with this job;
 *     above 1 jobs slow each other down
 */
public record Candidate(
    String cluster,
    Optional<Prediction> seconds,
    Optional<Prediction> joules,
    boolean fits,
    double copySeconds,
    boolean copied,
    double softLoad) {

  /** Whether the cluster holds the input, or there is none. */
  public boolean holdsInput() {
    return copySeconds == 0;
  }

  /** How a job that starts there gets its input. */
  public Access access() {
    return holdsInput() ? Access.LOCAL : copied ? Access.STAGE : Access.REMOTE_READ;
  }

  /** The middle of the predicted seconds; infinite if unknown, so that it is the last choice. */
  double middleSeconds() {
    return seconds.map(Prediction::middle).orElse(Double.POSITIVE_INFINITY);
  }
}
