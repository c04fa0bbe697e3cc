// SPDX-License-Identifier: Apache-2.0
package org.athanor.cluster.hadoop;

import java.io.IOException;
import java.net.InetAddress;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;
import org.athanor.cluster.Mark;

/** Reads from /proc where processes of a mark listen on this machine. */
final class Listeners {
  private static final String LISTENING = "0A";

  private Listeners() {}

  /** The ports that other machines can reach. */
  static List<Integer> reachable(Mark mark) throws IOException {
    Set<String> sockets = sockets(mark);
    List<Integer> ports = new ArrayList<>();
    for (String table : List.of("tcp", "tcp6")) {
      for (String line : Files.readAllLines(Path.of("/proc/net", table))) {
        String[] fields = line.strip().split(" +", -1);
        if (fields[3].equals(LISTENING) && sockets.contains("socket:[" + fields[9] + "]")) {
          String[] local = fields[1].split(":", -1);
          if (!address(local[0]).isLoopbackAddress()) {
            ports.add(Integer.parseInt(local[1], 16));
          }
        }
      }
    }
    return ports;
  }

  /** The kernel writes each 32 bits in the machine's byte order. */
  private static InetAddress address(String text) throws IOException {
    ByteBuffer words = ByteBuffer.wrap(HexFormat.of().parseHex(text)).order(ByteOrder.BIG_ENDIAN);
    ByteBuffer bytes = ByteBuffer.allocate(words.capacity()).order(ByteOrder.nativeOrder());
    while (words.hasRemaining()) {
      bytes.putInt(words.getInt());
    }
    return InetAddress.getByAddress(bytes.array());
  }

  private static Set<String> sockets(Mark mark) throws IOException {
    Set<String> sockets = new HashSet<>();
    try (DirectoryStream<Path> processes = Files.newDirectoryStream(Path.of("/proc"), "[0-9]*")) {
      for (Path process : processes) {
        if (hasMark(process, mark)) {
          addDescriptors(process, sockets);
        }
      }
    }
    return sockets;
  }

  /**
   * Adds what the descriptors of a process name. It goes on meanwhile: it may close them or end.
   */
  private static void addDescriptors(Path process, Set<String> sockets) throws IOException {
    try (DirectoryStream<Path> files = Files.newDirectoryStream(process.resolve("fd"))) {
      for (Path file : files) {
        try {
          sockets.add(Files.readSymbolicLink(file).toString());
        } catch (NoSuchFileException closed) {
          // The process has closed it since its descriptors were listed.
        }
      }
    } catch (NoSuchFileException | DirectoryIteratorException ended) {
      return;
    }
  }

  private static boolean hasMark(Path process, Mark mark) {
    try {
      String environment =
          Files.readString(process.resolve("environ"), StandardCharsets.ISO_8859_1);
      return ("\0" + environment).contains("\0" + Mark.VARIABLE + "=" + mark.id() + "\0");
    } catch (IOException ended) {
      return false;
    }
  }
}
