// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.netty;

import java.io.DataInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;

/** A peer that sends what the test wants. */
final class RawPeer implements AutoCloseable {
  final Socket socket;
  final DataInputStream in;
  final OutputStream out;

  RawPeer(InetSocketAddress address) throws IOException {
    this(new Socket(address.getAddress(), address.getPort()));
  }

  RawPeer(Socket socket) throws IOException {
    this.socket = socket;
    this.in = new DataInputStream(socket.getInputStream());
    this.out = socket.getOutputStream();
    socket.setSoTimeout(30_000);
    socket.setTcpNoDelay(true);
  }

  void send(byte[] bytes) throws IOException {
    out.write(bytes);
    out.flush();
  }

  byte[] read(int bytes) throws IOException {
    byte[] all = new byte[bytes];
    in.readFully(all);
    return all;
  }

  /** Authenticates itself as the side that connects. */
  RawPeer authenticate() throws IOException {
    Handshake handshake =
        new Handshake(Handshake.Role.CONNECTS, Processes.SECRET, new byte[Handshake.NONCE_BYTES]);
    send(handshake.begin());
    while (!handshake.done()) {
      send(handshake.receive(read(handshake.expectedBytes())));
    }
    return this;
  }

  /** Waits until the other side has closed the connection; returns how many bytes it sent. */
  int drain() {
    int bytes = 0;
    try {
      while (in.read() >= 0) {
        bytes++;
      }
    } catch (SocketTimeoutException e) {
      throw new AssertionError("the connection is still open", e);
    } catch (IOException e) {
      // Reset: closed with unread bytes.
    }
    return bytes;
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}
