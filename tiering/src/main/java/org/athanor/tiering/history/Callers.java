// SPDX-License-Identifier: Apache-2.0
package org.athanor.tiering.history;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.athanor.tiering.audit.AuditEvent;

/**
 * Says who has opened a file: the job where the client's caller context names one, so that the
 * tasks of a job count once; otherwise the context as it is; without a context the user and the
 * host, so that a job with tasks on several hosts counts once for each.
 */
final class Callers {
  /** The identifiers of MapReduce, YARN and Tez all have the start of the cluster and a number. */
  private static final Pattern JOB =
      Pattern.compile("(?:attempt|task|job|appattempt|application|dag|vertex)_([0-9]+_[0-9]+)");

  private Callers() {}

  static String of(AuditEvent event) {
    String context = event.callerContext();
    if (context.isEmpty()) {
      return event.user() + '@' + event.address();
    }
    Matcher job = JOB.matcher(context);
    return job.find() ? "job_" + job.group(1) : context;
  }
}
