// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.protocol;

import java.io.IOException;
import org.apache.hadoop.mapred.JobID;
import org.apache.hadoop.mapreduce.JobPriority;
import org.athanor.engine.job.JobSubmission;

/** What a driver tells the master. */
public sealed interface FromDriver extends Message {
  /**
   * The first message of a driver.
   *
   * @param version {@link Message#VERSION} of the sender
   */
  record Hello(int version) implements FromDriver {
    @Override
    public MessageType type() {
      return MessageType.DRIVER_HELLO;
    }

    @Override
    public void writeTo(MessageOutput out) {
      out.writeInt(version);
    }

    static Hello read(MessageInput in) throws IOException {
      return new Hello(in.readNatural());
    }
  }

  /** Submits a job. If the same job is submitted again, only the answer is repeated. */
  record Submit(JobSubmission submission) implements FromDriver {
    @Override
    public MessageType type() {
      return MessageType.SUBMIT;
    }

    @Override
    public void writeTo(MessageOutput out) {
      SubmissionForm.write(submission, out);
    }

    static Submit read(MessageInput in) throws IOException {
      return new Submit(SubmissionForm.read(in));
    }
  }

  /** Sets the priority of a job. */
  record SetPriority(JobID job, JobPriority priority) implements FromDriver {
    @Override
    public MessageType type() {
      return MessageType.SET_PRIORITY;
    }

    @Override
    public void writeTo(MessageOutput out) {
      out.writeJob(job);
      out.writeText(priority.name());
    }

    static SetPriority read(MessageInput in) throws IOException {
      return new SetPriority(in.readJob(), in.readEnum(JobPriority.class));
    }
  }

  /** Asks what the reducers of a job have seen; {@link ToDriver.Shapes} is the answer. */
  record AskShapes(JobID job) implements FromDriver {
    @Override
    public MessageType type() {
      return MessageType.ASK_SHAPES;
    }

    @Override
    public void writeTo(MessageOutput out) {
      out.writeJob(job);
    }

    static AskShapes read(MessageInput in) throws IOException {
      return new AskShapes(in.readJob());
    }
  }

  /** The driver submits no more jobs and asks for nothing any more. */
  record Goodbye() implements FromDriver {
    @Override
    public MessageType type() {
      return MessageType.GOODBYE;
    }

    @Override
    public void writeTo(MessageOutput out) {}

    static Goodbye read(MessageInput unused) {
      return new Goodbye();
    }
  }
}
