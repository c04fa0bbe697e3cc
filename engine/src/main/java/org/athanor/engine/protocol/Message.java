// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.protocol;

import java.io.IOException;
import org.athanor.engine.transport.Frame;

/** A message between two processes of a session. Immutable, if its parts are. */
public sealed interface Message permits FromWorker, ToWorker, FromDriver, ToDriver {
  /**
   * The version of all messages. Processes of different versions do not work together; the form of
   * the first message of a connection is the same in all versions.
   */
  int VERSION = 3;

  /** Returns what kind of message this is. */
  MessageType type();

  /** Appends the fields. */
  void writeTo(MessageOutput out);

  /** Returns the frame that carries the message. */
  default Frame toFrame() {
    MessageOutput out = new MessageOutput();
    writeTo(out);
    return new Frame(type().code(), out.toByteArray());
  }

  /**
   * Reads a message.
   *
   * @throws IOException if the frame carries no message, or a malformed one
   */
  static Message of(Frame frame) throws IOException {
    MessageType type = MessageType.of(frame.type());
    if (frame.length() != 0) {
      throw new MalformedMessageException(type + " with a body of " + frame.length() + " bytes");
    }
    MessageInput in = new MessageInput(frame.head());
    try {
      Message message = type.read(in);
      in.end();
      return message;
    } catch (MalformedMessageException e) {
      throw new MalformedMessageException(type + ": " + e.getMessage());
    }
  }
}
