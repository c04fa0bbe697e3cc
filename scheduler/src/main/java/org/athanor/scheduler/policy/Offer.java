// SPDX-License-Identifier: Apache-2.0
package org.athanor.scheduler.policy;

import java.util.Optional;
import org.athanor.scheduler.ledger.Resources;
import org.athanor.scheduler.predict.Prediction;

/**
 * What is predicted for a job on a cluster that holds its input, and what it needs there.
 *
 * @param seconds empty if it is not known
 * @param joules beyond those of idle nodes; empty if it is not known
 * @param least what it needs there at least, if that is more than what it needs everywhere
 */
public record Offer(Optional<Prediction> seconds, Optional<Prediction> joules, Resources least) {

  /** Of a cluster that asks for no more than what the job uses. */
  public Offer(Optional<Prediction> seconds, Optional<Prediction> joules) {
    this(seconds, joules, Resources.NONE);
  }

  /** Nothing is predicted. */
  public static final Offer UNKNOWN = new Offer(Optional.empty(), Optional.empty());
}
