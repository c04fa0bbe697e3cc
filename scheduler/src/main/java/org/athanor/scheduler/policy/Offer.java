// SPDX-License-Identifier: Apache-2.0
package org.athanor.scheduler.policy;

import java.util.Optional;
import org.athanor.scheduler.predict.Prediction;

/**
 * What is predicted for a job on a cluster that holds its input.
 *
 * @param seconds empty if it is not known
 * @param joules beyond those of idle nodes; empty if it is not known
 */
public record Offer(Optional<Prediction> seconds, Optional<Prediction> joules) {

  /** Nothing is predicted. */
  public static final Offer UNKNOWN = new Offer(Optional.empty(), Optional.empty());
}
