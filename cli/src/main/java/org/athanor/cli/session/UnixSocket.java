// SPDX-License-Identifier: Apache-2.0
package org.athanor.cli.session;

import java.io.Closeable;
import java.io.EOFException;
import java.io.IOException;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * A connection between two processes of this machine, or the place where a process takes
 * connections. One thread may send while another one receives; several may send.
 */
public final class UnixSocket implements Closeable {
  /** Larger than the arguments that Linux gives a process, and what may be held for a client. */
  private static final int MAX_MESSAGE = 4 << 20;

  private static final int PIECE = 1 << 16;
  private static final int WAITING = 64;
  private static final int HEADER = 5;

  private final int descriptor;
  private final AtomicBoolean closed = new AtomicBoolean();

  private UnixSocket(int descriptor) {
    this.descriptor = descriptor;
  }

  /**
   * Connects to a process of the same user.
   *
   * @throws IOException if none takes connections at the path, or one of another user
   */
  public static UnixSocket connect(String path) throws IOException {
    UnixSocket socket = new UnixSocket(Libc.socket());
    try {
      Libc.connect(socket.descriptor, path);
      socket.requireUser(path);
      return socket;
    } catch (IOException e) {
      socket.close();
      throw e;
    }
  }

  /**
   * Takes connections at a path.
   *
   * @param path in a directory that no other user can enter; there must be no such file
   */
  static UnixSocket listen(String path) throws IOException {
    UnixSocket socket = new UnixSocket(Libc.socket());
    try {
      Libc.bind(socket.descriptor, path);
      Libc.listen(socket.descriptor, WAITING);
      return socket;
    } catch (IOException e) {
      socket.close();
      throw e;
    }
  }

  /** Waits for the next connection. */
  UnixSocket accept() throws IOException {
    return new UnixSocket(Libc.accept(descriptor));
  }

  /**
   * Checks who is at the other end.
   *
   * @param path of the socket, for the message
   * @throws IOException if that is a process of another user
   */
  void requireUser(String path) throws IOException {
    int user = Libc.peer(descriptor).user();
    int own = Libc.user();
    if (user != own) {
      throw new IOException(
          path.concat(": belongs to user ")
              .concat(Integer.toString(user))
              .concat("; must be of user ")
              .concat(Integer.toString(own)));
    }
  }

  /** Returns the identifier of the process that has connected. */
  int process() throws IOException {
    return Libc.peer(descriptor).process();
  }

  /**
   * Sends a message.
   *
   * @param descriptors which the other process gets copies of
   */
  public synchronized void send(Message message, int... descriptors) throws IOException {
    byte[] body = message.body();
    byte[] bytes = new byte[HEADER + body.length];
    bytes[0] = message.kind().code();
    for (int i = 0; i < 4; i++) {
      bytes[1 + i] = (byte) (body.length >>> (24 - 8 * i));
    }
    System.arraycopy(body, 0, bytes, HEADER, body.length);
    // The first call sends at least one byte, and all descriptors with it.
    int[] rest = descriptors;
    for (int sent = 0; sent < bytes.length; rest = new int[0]) {
      sent += Libc.send(descriptor, bytes, sent, Math.min(PIECE, bytes.length - sent), rest);
    }
  }

  /**
   * Waits for a message.
   *
   * @throws EOFException if the other process has closed the connection, or has ended
   * @throws IOException if the connection fails, or the message is malformed
   */
  public Message receive() throws IOException {
    byte[] header = new byte[HEADER];
    int[] descriptors = fill(header);
    int length = 0;
    for (int i = 1; i < HEADER; i++) {
      length = length << 8 | Byte.toUnsignedInt(header[i]);
    }
    try {
      if (length < 0 || length > MAX_MESSAGE) {
        throw new IOException("malformed message");
      }
      byte[] body = new byte[length];
      closeAll(fill(body));
      return new Message(Message.Kind.of(header[0]), body, descriptors);
    } catch (IOException e) {
      closeAll(descriptors);
      throw e;
    }
  }

  private int[] fill(byte[] bytes) throws IOException {
    int[] descriptors = {};
    for (int filled = 0; filled < bytes.length; ) {
      Libc.Received received =
          Libc.receive(descriptor, bytes, filled, Math.min(PIECE, bytes.length - filled));
      if (received.descriptors().length > 0) {
        closeAll(descriptors);
        descriptors = received.descriptors();
      }
      if (received.bytes() == 0) {
        closeAll(descriptors);
        throw new EOFException("the connection was closed");
      }
      filled += received.bytes();
    }
    return descriptors;
  }

  static void closeAll(int... descriptors) {
    for (int open : descriptors) {
      Libc.close(open);
    }
  }

  /** Ends the connection: threads that wait in {@link #receive} see its end. */
  void shutdown() {
    try {
      Libc.shutdown(descriptor);
    } catch (IOException e) {
      // It was not connected any more.
    }
  }

  @Override
  public void close() {
    if (!closed.getAndSet(true)) {
      Libc.close(descriptor);
    }
  }
}
