// SPDX-License-Identifier: Apache-2.0
package org.athanor.tiering.record;

import java.io.IOException;
import java.nio.file.FileStore;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;

/** What is left free on a disk for others: 1 GiB, and a twentieth of the disk. */
final class DiskRoom {
  private static final long LEAST_BYTES = 1L << 30;
  private static final int LEAST_SHARE = 20;

  private final Bytes free;
  private final Bytes all;

  /** A number of bytes that changes. */
  @FunctionalInterface
  interface Bytes {
    long now() throws IOException;
  }

  /**
   * Looks at a disk.
   *
   * @param free bytes that this user may write
   * @param all bytes of the disk
   */
  DiskRoom(Bytes free, Bytes all) {
    this.free = free;
    this.all = all;
  }

  /**
   * The disk of a directory.
   *
   * @throws IOException if there is no such directory
   */
  static DiskRoom of(Path directory) throws IOException {
    FileStore store = Files.getFileStore(directory);
    return new DiskRoom(store::getUsableSpace, store::getTotalSpace);
  }

  /**
   * Looks whether more may be written.
   *
   * @throws IOException if less is free than is left to others; with one line
   */
  void check() throws IOException {
    long now = free.now();
    if (now < Math.max(LEAST_BYTES, all.now() / LEAST_SHARE)) {
      throw new IOException(
          String.format(
              Locale.ROOT,
              "its disk has %.1f of %.1f GiB free: 1 GiB and 5 %% must stay free",
              gib(now),
              gib(all.now())));
    }
  }

  private static double gib(long bytes) {
    return bytes / (double) (1L << 30);
  }
}
