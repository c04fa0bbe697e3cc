// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.coordinator;

/** What is to be done for a job next. */
public sealed interface Command {
  record SetUpJob() implements Command {}

  record Launch(AttemptRef attempt) implements Command {}

  /** End an attempt soon; answered with one of the attempt events. */
  record Stop(AttemptRef attempt) implements Command {}

  record CommitJob() implements Command {}

  /** End the commit soon: the job was killed. Answered as {@link CommitJob} is. */
  record StopCommit() implements Command {}

  /** Remove the job's output; killed or failed says why. */
  record AbortJob(boolean killed) implements Command {}

  /** Nothing more will be commanded. */
  record End(JobState state) implements Command {}
}
