// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.netty;

import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.util.concurrent.atomic.AtomicLong;
import org.athanor.engine.thread.DaemonThread;

/**
 * Stands between a peer that connects and the one that accepts, and does something to the frames of
 * the first.
 */
final class Meddler implements AutoCloseable {
  /** The bytes of the connecting side before its first frame. */
  static final int HANDSHAKE_BYTES =
      Handshake.PREAMBLE_BYTES + Handshake.NONCE_BYTES + Handshake.PROOF_BYTES;

  private final ServerSocket server;
  private final InetSocketAddress target;
  private final Meddling meddling;
  private final ByteArrayOutputStream handshake = new ByteArrayOutputStream();
  private final AtomicLong backwards = new AtomicLong();

  /** Writes something else than the frame that has arrived. */
  @FunctionalInterface
  interface Meddling {
    /**
     * @param number of the frame, from 0
     * @return whether the connection goes on
     */
    boolean pass(int number, byte[] frame, OutputStream out) throws IOException;
  }

  Meddler(InetSocketAddress target, Meddling meddling) throws IOException {
    this.target = target;
    this.meddling = meddling;
    this.server = new ServerSocket(0, 1, target.getAddress());
    new DaemonThread(this::serve, "meddler").start();
  }

  InetSocketAddress address() {
    return new InetSocketAddress(target.getAddress(), server.getLocalPort());
  }

  /** What the connecting side sent to authenticate itself. */
  synchronized byte[] handshake() {
    return handshake.toByteArray();
  }

  /** Waits until the accepting side has sent a number of bytes. */
  synchronized void awaitBackwards(long bytes) throws InterruptedException {
    while (backwards.get() < bytes) {
      wait();
    }
  }

  private void serve() {
    try (Socket from = server.accept();
        Socket to = new Socket(target.getAddress(), target.getPort())) {
      to.setTcpNoDelay(true);
      new DaemonThread(() -> copyBack(to, from), "meddler-back").start();
      DataInputStream in = new DataInputStream(from.getInputStream());
      OutputStream out = to.getOutputStream();
      byte[] first = new byte[Handshake.PREAMBLE_BYTES + Handshake.NONCE_BYTES];
      in.readFully(first);
      out.write(first);
      byte[] proof = new byte[Handshake.PROOF_BYTES];
      in.readFully(proof);
      out.write(proof);
      synchronized (this) {
        handshake.write(first);
        handshake.write(proof);
      }
      int number = 0;
      while (meddling.pass(number++, frame(in), out)) {
        out.flush();
      }
    } catch (IOException e) {
      // One side has closed its connection: the other one is closed, too.
    }
  }

  private static byte[] frame(DataInputStream in) throws IOException {
    byte[] header = new byte[FrameLayout.HEADER_BYTES];
    in.readFully(header);
    ByteBuffer fields = ByteBuffer.wrap(header);
    byte[] frame =
        new byte
            [FrameLayout.HEADER_BYTES
                + fields.getInt(FrameLayout.HEAD_LENGTH)
                + fields.getInt(FrameLayout.BODY_LENGTH)
                + FrameLayout.CHECKSUM_BYTES];
    System.arraycopy(header, 0, frame, 0, header.length);
    in.readFully(frame, header.length, frame.length - header.length);
    return frame;
  }

  private void copyBack(Socket to, Socket from) {
    byte[] buffer = new byte[8192];
    try (to;
        from) {
      for (int n = to.getInputStream().read(buffer); n >= 0; n = to.getInputStream().read(buffer)) {
        from.getOutputStream().write(buffer, 0, n);
        synchronized (this) {
          backwards.addAndGet(n);
          notifyAll();
        }
      }
    } catch (IOException e) {
      // As above.
    }
  }

  @Override
  public void close() throws IOException {
    server.close();
  }
}
