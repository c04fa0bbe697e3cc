// SPDX-License-Identifier: Apache-2.0
package org.athanor.cli.machine;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.SplittableRandom;

/**
 * Measures how fast a file is written and read in a directory, by one client in large pieces.
 * Writing ends with fsync. Reading asks for no page cache (O_DIRECT); where the file system refuses
 * that, nothing is said of reading.
 */
public final class DiskTest {
  private static final int PIECE = 4 << 20;

  /** More than any device's sector. */
  private static final int ALIGNMENT = 4096;

  private static final int PIECES_OF_RANDOM = 4;

  private final Path directory;
  private final long bytes;
  private final Duration limit;

  /**
   * A test that has not run.
   *
   * @param directory that exists
   * @param bytes to write, and to read again: a multiple of 4 MiB
   * @param limit of the time for either; what is done by then counts
   */
  public DiskTest(Path directory, long bytes, Duration limit) {
    if (bytes < PIECE || bytes % PIECE != 0) {
      throw new IllegalArgumentException("bytes=" + bytes + ": must be a multiple of " + PIECE);
    }
    this.directory = directory;
    this.bytes = bytes;
    this.limit = limit;
  }

  /**
   * What was measured, in bytes per second.
   *
   * @param read empty where the page cache cannot be avoided
   */
  public record Rates(Figure write, Optional<Figure> read) {}

  /**
   * Writes a file, reads it and deletes it.
   *
   * @throws IOException if that is impossible, such as without room
   */
  public Rates run() throws IOException {
    Path file = Files.createTempFile(directory, "athanor-disk-", ".tmp");
    try {
      Figure write = write(file);
      return new Rates(write, read(file));
    } finally {
      Files.deleteIfExists(file);
    }
  }

  private static ByteBuffer aligned() {
    return ByteBuffer.allocateDirect(PIECE + ALIGNMENT).alignedSlice(ALIGNMENT).limit(PIECE);
  }

  private Figure write(Path file) throws IOException {
    // Devices and file systems may compress.
    ByteBuffer[] pieces = new ByteBuffer[PIECES_OF_RANDOM];
    SplittableRandom random = new SplittableRandom(1);
    for (int i = 0; i < pieces.length; i++) {
      byte[] content = new byte[PIECE];
      random.nextBytes(content);
      pieces[i] = aligned().put(content);
    }
    long start = System.nanoTime();
    long done = 0;
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
      for (int i = 0; done < bytes && !isOver(start); i++) {
        ByteBuffer piece = pieces[i % pieces.length].flip();
        while (piece.hasRemaining()) {
          done += channel.write(piece);
        }
      }
      channel.force(true);
    }
    return figure("written with fsync", done, System.nanoTime() - start);
  }

  /** O_DIRECT, which JDKs have, but for which newer compilers warn; empty if this one has not. */
  private static Optional<OpenOption> direct() {
    try {
      Object[] options = Class.forName("com.sun.nio.file.ExtendedOpenOption").getEnumConstants();
      return Arrays.stream(options)
          .map(OpenOption.class::cast)
          .filter(option -> option.toString().equals("DIRECT"))
          .findFirst();
    } catch (ClassNotFoundException absent) {
      return Optional.empty();
    }
  }

  private Optional<Figure> read(Path file) throws IOException {
    Optional<OpenOption> direct = direct();
    if (direct.isEmpty()) {
      return Optional.empty();
    }
    ByteBuffer piece = aligned();
    long start = System.nanoTime();
    long done = 0;
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ, direct.get())) {
      int n = 0;
      while (n >= 0 && !isOver(start)) {
        n = channel.read(piece.clear().limit(PIECE));
        done += Math.max(0, n);
      }
    } catch (UnsupportedOperationException | IOException noDirectAccess) {
      return Optional.empty();
    }
    return Optional.of(figure("read with O_DIRECT", done, System.nanoTime() - start));
  }

  private boolean isOver(long start) {
    return System.nanoTime() - start > limit.toNanos();
  }

  private Figure figure(String what, long done, long nanos) {
    String origin =
        String.format(
            Locale.ROOT, "%d MiB %s in %.2f s in %s", done >> 20, what, nanos / 1e9, directory);
    return new Figure(done / (nanos / 1e9), origin);
  }
}
