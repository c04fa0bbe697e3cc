// SPDX-License-Identifier: Apache-2.0
package org.athanor.report.page;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SeekableByteChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.athanor.results.Secrets;

/** The last lines of a log, without secrets. Only the end of the file is read. */
final class LogTail {

  private static final int BYTES = 6000;
  private static final int LINES = 40;

  private LogTail() {}

  /** The last lines; empty if there is no such file, the reason if it cannot be read. */
  static String of(Path file) {
    if (!Files.isRegularFile(file)) {
      return "";
    }
    try (SeekableByteChannel channel = Files.newByteChannel(file)) {
      long start = Math.max(0, channel.size() - BYTES);
      channel.position(start);
      ByteBuffer buffer = ByteBuffer.allocate(BYTES);
      int read = 0;
      while (buffer.hasRemaining() && read >= 0) {
        read = channel.read(buffer);
      }
      List<String> lines =
          new String(buffer.array(), 0, buffer.position(), StandardCharsets.UTF_8).lines().toList();
      int skip = Math.max(start > 0 && lines.size() > 1 ? 1 : 0, lines.size() - LINES);
      String text = String.join("\n", lines.subList(skip, lines.size()));
      text = Secrets.redacted(text);
      return start > 0 || skip > 0 ? "…\n" + text : text;
    } catch (IOException e) {
      return "cannot be read: " + e;
    }
  }
}
