// SPDX-License-Identifier: Apache-2.0
package org.athanor.cluster;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.Optional;

/** Random ids of things that outlive a process, and the files that store them. */
public final class RandomId {
  private static final SecureRandom RANDOM = new SecureRandom();
  private static final int BYTES = 8;

  private RandomId() {}

  /** Returns 16 random hexadecimal digits. */
  public static String make() {
    byte[] bytes = new byte[BYTES];
    RANDOM.nextBytes(bytes);
    return HexFormat.of().formatHex(bytes);
  }

  /**
   * Returns the id that a file stores. The first caller creates it; all callers, also of other
   * processes, get the same. If the file has no id, for example because it is empty after a crash
   * of the machine, it gets a new one.
   *
   * @param file in a directory that exists
   */
  static String keptIn(Path file) throws IOException {
    while (true) {
      Optional<String> id = read(file);
      if (id.isPresent()) {
        return id.get();
      }
      Path part = Files.createTempFile(file.getParent(), "." + file.getFileName(), ".part");
      try {
        writeThrough(part, make() + "\n");
        Files.createLink(file, part);
      } catch (FileAlreadyExistsException another) {
        if (read(file).isEmpty()) {
          Files.deleteIfExists(file);
        }
      } finally {
        Files.delete(part);
      }
    }
  }

  private static Optional<String> read(Path file) throws IOException {
    try {
      String text = Files.readString(file, StandardCharsets.ISO_8859_1).strip();
      return Optional.of(text).filter(id -> id.matches("[0-9a-f]{" + 2 * BYTES + "}"));
    } catch (NoSuchFileException none) {
      return Optional.empty();
    }
  }

  /** Writes a file whose content is on the disk when this returns. */
  static void writeThrough(Path file, String text) throws IOException {
    try (FileChannel channel =
        FileChannel.open(
            file,
            StandardOpenOption.CREATE,
            StandardOpenOption.TRUNCATE_EXISTING,
            StandardOpenOption.WRITE)) {
      ByteBuffer bytes = ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8));
      while (bytes.hasRemaining()) {
        channel.write(bytes);
      }
      channel.force(true);
    }
  }
}
