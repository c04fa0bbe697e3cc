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

  /** The same decision, told otherwise. */
  Decision with(List<Candidate> considered, String why);

  /** The job starts. */
  record Start(String job, String cluster, Access access, List<Candidate> candidates, String reason)
      implements Decision {
    @Override
    public Start with(List<Candidate> considered, String why) {
      return new Start(job, cluster, access, considered, why);
    }
  }

  /** The job's input is copied to a cluster where it will start later. Nothing is reserved. */
  record Stage(String job, String cluster, List<Candidate> candidates, String reason)
      implements Decision {
    @Override
    public Stage with(List<Candidate> considered, String why) {
      return new Stage(job, cluster, considered, why);
    }
  }

  /**
   * The job does not start yet.
   *
   * @param until when to decide again, if nothing else happens before; after now
   */
  record Wait(String job, Instant until, List<Candidate> candidates, String reason)
      implements Decision {
    @Override
    public Wait with(List<Candidate> considered, String why) {
      return new Wait(job, until, considered, why);
    }
  }

  /** The job does not start until something changes. */
  record Defer(String job, List<Candidate> candidates, String reason) implements Decision {
    @Override
    public Defer with(List<Candidate> considered, String why) {
      return new Defer(job, considered, why);
    }
  }
}
