// SPDX-License-Identifier: Apache-2.0
package org.athanor.tiering.serve;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Limits of connections: in a JVM of its own, because they are limits of the process. */
@Timeout(120)
class StatusServerTest {
  private static final int CLIENTS = 100;

  @Test
  void connectionsAreBoundedAndSilentOnesEnd() throws Exception {
    String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
    Process process =
        new ProcessBuilder(
                java,
                "-Dsun.net.httpserver.idleInterval=2",
                "-cp",
                System.getProperty("java.class.path"),
                StatusServerTest.class.getName())
            .redirectErrorStream(true)
            .start();
    try {
      assertThat(new String(process.getInputStream().readAllBytes(), US_ASCII))
          .isEqualTo("64 of 100 stay\nall have ended\nHTTP/1.1 404 Not Found\n");
      assertThat(process.waitFor()).isZero();
    } finally {
      process.destroyForcibly();
    }
  }

  /** Connects often, without a request, and then once with one. */
  public static void main(String[] none) throws IOException {
    InetSocketAddress any = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
    try (StatusServer server = new StatusServer(any, () -> null)) {
      List<Socket> sockets = new ArrayList<>();
      for (int client = 0; client < CLIENTS; client++) {
        sockets.add(connect(server));
      }
      // The server closes those that are too many in the order in which they came.
      for (Socket refused : sockets.subList(64, CLIENTS)) {
        awaitEnd(refused);
      }
      int stay = 0;
      for (Socket socket : sockets) {
        stay += isOpen(socket) ? 1 : 0;
      }
      System.out.println(stay + " of " + CLIENTS + " stay");
      for (Socket socket : sockets) {
        awaitEnd(socket);
        socket.close();
      }
      System.out.println("all have ended");
      try (Socket socket = connect(server)) {
        socket.getOutputStream().write("GET /x HTTP/1.0\r\n\r\n".getBytes(US_ASCII));
        System.out.println(
            new String(socket.getInputStream().readAllBytes(), US_ASCII).lines().findFirst().get());
      }
    }
    System.exit(0);
  }

  private static Socket connect(StatusServer server) throws IOException {
    return new Socket(server.address().getAddress(), server.address().getPort());
  }

  private static boolean isOpen(Socket socket) throws IOException {
    socket.setSoTimeout(1);
    try {
      return socket.getInputStream().read() >= 0;
    } catch (SocketTimeoutException e) {
      return true;
    } catch (IOException e) {
      return false; // was reset
    } finally {
      socket.setSoTimeout(0);
    }
  }

  private static void awaitEnd(Socket socket) {
    try {
      assertThat(socket.getInputStream().read()).isNegative();
    } catch (IOException e) {
      // It was reset, which is an end, too.
    }
  }
}
