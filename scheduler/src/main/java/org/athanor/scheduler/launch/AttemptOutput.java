// SPDX-License-Identifier: Apache-2.0
package org.athanor.scheduler.launch;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SeekableByteChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.athanor.results.Secrets;
import org.athanor.web.ShownText;

/**
 * What the driver of an attempt wrote, in files that only their owner can read. Reads them while
 * they are written, too.
 *
 * @param directory of the attempt
 */
public record AttemptOutput(Path directory) {
  /** So much of the end of a file is searched for a line. */
  private static final int SEARCHED_BYTES = 16 << 10;

  private static final int MOST_CHARACTERS = 300;

  /** Of a line, when it is searched for secrets, which takes long in a line without an end. */
  private static final int SEARCHED_CHARACTERS = 1000;

  private static final int BLOCK_BYTES = 64 << 10;

  /** The file with its standard output; there is none if the driver was not started. */
  public Path standardOutput() {
    return directory.resolve("stdout");
  }

  /** The file with its standard error; there is none if the driver was not started. */
  public Path errors() {
    return directory.resolve("stderr");
  }

  /** Whether the driver was started, and the files are there. */
  public boolean exists() {
    return Files.exists(errors());
  }

  /**
   * The last line of its standard error that does not begin with white space, as frames of a stack
   * do; else its last line. At most 300 characters, without what looks like a secret, and fit to be
   * shown. Empty if it wrote none.
   */
  public Optional<String> lastError() {
    try {
      List<String> lines = end(errors()).lines().filter(line -> !line.isBlank()).toList();
      return lines.stream()
          .filter(line -> !Character.isWhitespace(line.charAt(0)))
          .reduce((first, second) -> second)
          .or(() -> lines.stream().reduce((first, second) -> second))
          .map(line -> line.substring(0, Math.min(line.length(), SEARCHED_CHARACTERS)))
          .map(line -> ShownText.of(Secrets.redacted(line).strip(), MOST_CHARACTERS));
    } catch (NoSuchFileException none) {
      return Optional.empty();
    } catch (IOException e) {
      return Optional.of(errors() + " cannot be read: " + e.getMessage());
    }
  }

  /** The end of a file, from the beginning of a line if one begins there. */
  private static String end(Path file) throws IOException {
    try (SeekableByteChannel channel = Files.newByteChannel(file)) {
      long start = Math.max(0, channel.size() - SEARCHED_BYTES);
      channel.position(start);
      String text = text(read(channel, SEARCHED_BYTES));
      int line = start > 0 ? text.indexOf('\n') + 1 : 0;
      return text.substring(line);
    }
  }

  private static ByteBuffer read(SeekableByteChannel channel, int most) throws IOException {
    ByteBuffer bytes = ByteBuffer.allocate(most);
    while (bytes.hasRemaining() && channel.read(bytes) >= 0) {}
    return bytes.flip();
  }

  private static String text(ByteBuffer bytes) {
    return StandardCharsets.UTF_8.decode(bytes).toString();
  }

  /**
   * Where the last lines of a file begin: 0 if it has no more, its size for none. Reads it from the
   * end, one block after the other.
   *
   * @param lines from 0; a last line without an end counts
   */
  public static long startOfLast(Path file, long lines) throws IOException {
    try (SeekableByteChannel channel = Files.newByteChannel(file)) {
      long size = channel.size();
      long left = lines;
      for (long end = size; end > 0; ) {
        long start = Math.max(0, end - BLOCK_BYTES);
        channel.position(start);
        ByteBuffer block = read(channel, (int) (end - start));
        for (int i = block.limit() - 1; i >= 0; i--) {
          // The end of the last line is not the beginning of one.
          boolean begins = block.get(i) == '\n' && start + i + 1 < size;
          if (left == 0 || (begins && --left == 0)) {
            return Math.min(size, start + i + 1);
          }
        }
        end = start;
      }
      return 0;
    }
  }
}
