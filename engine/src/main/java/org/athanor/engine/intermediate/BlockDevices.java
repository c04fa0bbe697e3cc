// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.intermediate;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** What Linux knows of the block devices that files are on. Stateless. */
final class BlockDevices {
  private final Path sys;

  /** Reads {@code /sys}. */
  BlockDevices() {
    this(Path.of("/sys"));
  }

  BlockDevices(Path sys) {
    this.sys = sys;
  }

  /**
   * Returns whether the device of a file has moving parts. Empty if the kernel does not say: for
   * file systems in memory, over a network or made of several devices, and on systems that are not
   * Linux.
   */
  Optional<Boolean> rotates(Path file) {
    try {
      return rotates((long) Files.getAttribute(file, "unix:dev"));
    } catch (IOException | UnsupportedOperationException | IllegalArgumentException e) {
      return Optional.empty();
    }
  }

  /**
   * Answers for a number of a device as {@code stat} returns it, whose parts glibc and the kernel
   * put in four pieces.
   */
  Optional<Boolean> rotates(long device) throws IOException {
    long major = ((device >>> 8) & 0xfff) | ((device >>> 32) & ~0xfffL);
    long minor = (device & 0xff) | ((device >>> 12) & 0xffffff00L);
    Path link = sys.resolve("dev/block/" + major + ":" + minor);
    if (!Files.exists(link)) {
      return Optional.empty();
    }
    Path block = link.toRealPath();
    // A partition has the queue of the disk that it is in.
    for (Path disk : List.of(block, block.getParent())) {
      Path rotational = disk.resolve("queue/rotational");
      if (Files.exists(rotational)) {
        return Optional.of(!Files.readString(rotational).startsWith("0"));
      }
    }
    return Optional.empty();
  }
}
