// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.testing;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** A small file system in memory, to test full disks. A test is skipped if it cannot be mounted. */
public final class SmallDisk implements AutoCloseable {
  private final Path directory;

  private SmallDisk(Path directory) {
    this.directory = directory;
  }

  /**
   * Mounts the file system at a directory that does not exist.
   *
   * @param size such as {@code 64k}
   */
  public static SmallDisk mount(Path directory, String size)
      throws IOException, InterruptedException {
    Files.createDirectories(directory);
    assumeTrue(
        run("mount", "-t", "tmpfs", "-o", "size=" + size, "tmpfs", directory.toString()),
        "this user may not mount a small file system to fill");
    return new SmallDisk(directory);
  }

  private static boolean run(String... command) throws IOException, InterruptedException {
    return new ProcessBuilder(command).inheritIO().start().waitFor() == 0;
  }

  @Override
  public void close() throws IOException {
    try {
      if (!run("umount", directory.toString())) {
        throw new IOException(directory + " is still mounted");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted while " + directory + " is unmounted", e);
    }
  }
}
