// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.protocol;

import java.io.IOException;
import org.apache.hadoop.mapred.JobID;

/** What the master tells a driver. */
public sealed interface ToDriver extends Message {
  /** The job was taken. */
  record Submitted(JobID job) implements ToDriver {
    @Override
    public MessageType type() {
      return MessageType.SUBMITTED;
    }

    @Override
    public void writeTo(MessageOutput out) {
      out.writeJob(job);
    }

    static Submitted read(MessageInput in) throws IOException {
      return new Submitted(in.readJob());
    }
  }

  /**
   * The job was not taken, and does not exist.
   *
   * @param reason one line
   */
  record Refused(JobID job, String reason) implements ToDriver {
    @Override
    public MessageType type() {
      return MessageType.REFUSED;
    }

    @Override
    public void writeTo(MessageOutput out) {
      out.writeJob(job);
      out.writeReason(reason);
    }

    static Refused read(MessageInput in) throws IOException {
      return new Refused(in.readJob(), in.readText());
    }
  }
}
