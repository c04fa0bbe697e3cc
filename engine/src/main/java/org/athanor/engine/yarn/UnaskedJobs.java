// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.yarn;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.io.UncheckedIOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.apache.hadoop.yarn.api.records.ApplicationId;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Asks about jobs that no client asks about, because those that have ended need not be kept for
 * ever. It does so when {@value #LEAST} jobs are not known to have ended, or twice as many as ran
 * when it asked last. So a job costs two or three calls on average, and a driver of many short jobs
 * remembers few. Thread-safe; no lock is held during a call.
 */
final class UnaskedJobs {
  static final int LEAST = 50;

  private static final Logger LOG = LoggerFactory.getLogger(UnaskedJobs.class);

  private final Predicate<ApplicationId> hasEnded;

  @GuardedBy("this")
  private int most = LEAST;

  /**
   * @param hasEnded asks YARN whether a session has ended
   */
  UnaskedJobs(Predicate<ApplicationId> hasEnded) {
    this.hasEnded = hasEnded;
  }

  /**
   * Asks about jobs if there are too many.
   *
   * @param unknown all that are not known to have ended
   */
  void look(List<SessionJob> unknown) {
    synchronized (this) {
      if (unknown.size() < most) {
        return;
      }
      most = 2 * unknown.size(); // for other threads meanwhile
    }
    Map<ApplicationId, Boolean> silent = new HashMap<>();
    unknown.forEach(job -> look(job, silent));
    int running = (int) unknown.stream().filter(job -> !job.isKnownToHaveEnded()).count();
    synchronized (this) {
      most = Math.max(LEAST, 2 * running);
    }
  }

  /**
   * @param silent sessions whose masters do not answer, and whether they have ended
   */
  private void look(SessionJob job, Map<ApplicationId, Boolean> silent) {
    if (!silent.containsKey(job.session())) {
      try {
        job.look();
        return;
      } catch (UncheckedIOException e) {
        LOG.debug("{}: {}", job.id(), e.getMessage());
        silent.put(job.session(), hasEnded.test(job.session()));
      }
    }
    if (silent.get(job.session())) {
      job.sessionEnded();
    }
  }
}
