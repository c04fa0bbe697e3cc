// SPDX-License-Identifier: Apache-2.0
package org.athanor.cli.session;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * What the processes of a session tell each other: words, and descriptors that come with them. Has
 * no more than a client needs, so that it starts quickly.
 *
 * @param body words, see {@link #words}
 * @param descriptors that the receiver must close
 */
@SuppressWarnings("ArrayRecordComponent") // messages are not compared
public record Message(Kind kind, byte[] body, int... descriptors) {
  /** What a message asks for or says. */
  public enum Kind {
    /** A client's: run a driver; its home, columns and arguments, with its standard streams. */
    RUN('r'),
    /** A client's, while its driver runs: a signal's number, for the driver. */
    SIGNAL('k'),
    /** A client's: what is the session's state? */
    STATUS('s'),
    /** A client's: end, if no driver runs or the word is {@code force}. */
    STOP('e'),
    /** An engine's or the keeper's: the driver must run without the session; why. */
    REFUSED('n'),
    /** An engine's: the driver runs from now on. */
    STARTED('b'),
    /** The end of a driver: its exit code. */
    EXITED('x'),
    /** The keeper's answer to a question: lines of text. */
    ANSWER('a'),
    /** An engine's: ready for the next driver; drivers served, bytes of heap in use. */
    READY('y');

    private final char code;

    Kind(char code) {
      this.code = code;
    }

    byte code() {
      return (byte) code;
    }

    /**
     * Returns the kind that a byte stands for.
     *
     * @throws IOException if there is none
     */
    static Kind of(byte code) throws IOException {
      for (Kind kind : values()) {
        if (kind.code() == code) {
          return kind;
        }
      }
      throw new IOException("malformed message");
    }
  }

  /** Makes a message of words. */
  public static Message of(Kind kind, String... words) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    DataOutputStream out = new DataOutputStream(bytes);
    try {
      for (String word : words) {
        byte[] text = word.getBytes(UTF_8);
        out.writeInt(text.length);
        out.write(text);
      }
    } catch (IOException e) {
      throw new IllegalStateException(e); // impossible: the stream is in memory
    }
    return new Message(kind, bytes.toByteArray());
  }

  /**
   * Returns the words.
   *
   * @throws IOException if the body is malformed
   */
  public List<String> words() throws IOException {
    List<String> words = new ArrayList<>();
    DataInputStream in = new DataInputStream(new ByteArrayInputStream(body));
    while (in.available() > 0) {
      int length = in.readInt();
      if (length < 0 || length > in.available()) {
        throw new IOException("malformed message");
      }
      words.add(new String(in.readNBytes(length), UTF_8));
    }
    return words;
  }

  /** Returns the first word. */
  public String word() throws IOException {
    List<String> words = words();
    return words.isEmpty() ? "" : words.get(0);
  }
}
