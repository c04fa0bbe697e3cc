// SPDX-License-Identifier: Apache-2.0
package org.athanor.scheduler.policy;

import java.time.Instant;
import java.util.List;

/** What to do with a job now, and why. */
public sealed interface Decision {

  /** The job's name. */
  String job();

  /** All clusters that were considered, the best first where the policy ranks them. */
  List<Candidate> candidates();

  /** One sentence for users. */
  String reason();

  /** The job starts. */
  record Start(String job, String cluster, Access access, List<Candidate> candidates, String reason)
      implements Decision {}

  /** The job's input is copied to a cluster where it will start later. Nothing is reserved. */
  record Stage(String job, String cluster, List<Candidate> candidates, String reason)
      implements Decision {}

  /**
   * The job does not start yet.
   *
   * @param until when to decide again, if nothing else happens before; after now
   */
  record Wait(String job, Instant until, List<Candidate> candidates, String reason)
      implements Decision {}

  /** The job does not start until something changes. */
  record Defer(String job, List<Candidate> candidates, String reason) implements Decision {}
}
