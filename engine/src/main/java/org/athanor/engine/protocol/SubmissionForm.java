// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.protocol;

import java.io.IOException;
import org.athanor.engine.job.JobSubmission;

/** A submission as bytes. */
final class SubmissionForm {
  private SubmissionForm() {}

  static void write(JobSubmission job, MessageOutput out) {
    out.writeJob(job.id());
    out.writeText(job.directory());
    out.writeText(job.user());
    CredentialsForm.write(job.credentials(), out);
  }

  static JobSubmission read(MessageInput in) throws IOException {
    return new JobSubmission(in.readJob(), in.readText(), in.readText(), CredentialsForm.read(in));
  }
}
