// SPDX-License-Identifier: Apache-2.0
package org.athanor.tiering.history;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.athanor.tiering.audit.AuditEvent;

/**
 * Says who has opened a file: the job where the client's caller context names one, so that the
 * tasks of a job count once; otherwise the context, if it has a number and so may stand for one
 * program; otherwise the user and the host, so that a job with tasks on several hosts counts once
 * for each.
 */
final class Callers {
  /** The identifiers of MapReduce, YARN and Tez all have the start of the cluster and a number. */
  private static final Pattern JOB =
      Pattern.compile("(?:attempt|task|job|appattempt|application|dag|vertex)_([0-9]+_[0-9]+)");

  /** Hadoop's shell only says {@code CLI}, whoever uses it. */
  private static final Pattern IDENTITY = Pattern.compile("[0-9]");

  private Callers() {}

  static String of(AuditEvent event) {
    String context = event.callerContext();
    Matcher job = JOB.matcher(context);
    if (job.find()) {
      return "job_" + job.group(1);
    }
    return IDENTITY.matcher(context).find() ? context : event.user() + '@' + event.address();
  }
}
