// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.protocol;

import com.google.errorprone.annotations.Immutable;
import java.io.IOException;

/** The kinds of messages, and the types of the frames that carry them. */
public enum MessageType {
  WORKER_HELLO(16, FromWorker.Hello::read),
  JOB_OPENED(17, FromWorker.JobOpened::read),
  JOB_REFUSED(18, FromWorker.JobRefused::read),
  STARTED(19, FromWorker.Started::read),
  PROGRESS(20, FromWorker.Progress::read),
  SUCCEEDED(21, FromWorker.Succeeded::read),
  FAILED(22, FromWorker.Failed::read),
  STOPPED(23, FromWorker.Stopped::read),
  ABANDONED(24, FromWorker.Abandoned::read),
  MUST_END(25, FromWorker.MustEnd::read),
  COMMIT_ASKED(26, FromWorker.CommitAsked::read),
  DELIVERED(27, FromWorker.Delivered::read),
  MERGE_FAILED(28, FromWorker.MergeFailed::read),
  MERGE_ENDED(29, FromWorker.MergeEnded::read),
  JOB_BROKEN(30, FromWorker.JobBroken::read),
  JOB_CLOSED(31, FromWorker.JobClosed::read),
  WORKER_STATUS(32, FromWorker.Status::read),
  PEER_UNREACHABLE(33, FromWorker.PeerUnreachable::read),

  OPEN_JOB(48, ToWorker.OpenJob::read),
  CLOSE_JOB(49, ToWorker.CloseJob::read),
  LAUNCH_MAP(50, ToWorker.LaunchMap::read),
  LAUNCH_REDUCE(51, ToWorker.LaunchReduce::read),
  STOP(52, ToWorker.Stop::read),
  COMMIT_ANSWER(53, ToWorker.CommitAnswer::read),
  ASSIGN(54, ToWorker.Assign::read),
  WITHDRAW(55, ToWorker.Withdraw::read),
  PUBLISH(56, ToWorker.Publish::read),
  DISCARD(57, ToWorker.Discard::read),
  PEER_JOINED(58, ToWorker.PeerJoined::read),
  PEER_LOST(59, ToWorker.PeerLost::read),
  END(60, ToWorker.End::read),

  DRIVER_HELLO(80, FromDriver.Hello::read),
  SUBMIT(81, FromDriver.Submit::read),
  SET_PRIORITY(82, FromDriver.SetPriority::read),
  GOODBYE(83, FromDriver.Goodbye::read),
  ASK_SHAPES(84, FromDriver.AskShapes::read),

  SUBMITTED(96, ToDriver.Submitted::read),
  REFUSED(97, ToDriver.Refused::read),
  SHAPES(98, ToDriver.Shapes::read);

  private static final MessageType[] BY_CODE = new MessageType[128];

  static {
    for (MessageType type : values()) {
      BY_CODE[type.code] = type;
    }
  }

  private final byte code;
  private final Reader reader;

  /** Reads the fields of a message. */
  @Immutable
  @FunctionalInterface
  private interface Reader {
    Message read(MessageInput in) throws IOException;
  }

  MessageType(int code, Reader reader) {
    this.code = (byte) code;
    this.reader = reader;
  }

  /** Returns the type of the frames. */
  public byte code() {
    return code;
  }

  Message read(MessageInput in) throws IOException {
    return reader.read(in);
  }

  static MessageType of(byte code) throws IOException {
    MessageType type = code < 0 ? null : BY_CODE[code];
    if (type == null) {
      throw new MalformedMessageException("no message has the type " + code);
    }
    return type;
  }
}
