// SPDX-License-Identifier: Apache-2.0
package org.athanor.cluster.hadoop;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Optional;
import org.athanor.cluster.Mark;
import org.athanor.cluster.RandomId;

/**
 * The random id of a cluster's directory. Its file {@code id} also has the directory's path: a
 * copied or renamed directory belongs to another cluster, which never ends processes of the first.
 */
final class ClusterId {
  private static final String FILE = "id";

  private ClusterId() {}

  /** The mark of the directory's processes; empty if it has none. */
  static Optional<Mark> read(Path directory) throws IOException {
    String[] parts;
    try {
      parts = Files.readString(directory.resolve(FILE)).strip().split(" ", 2);
    } catch (NoSuchFileException none) {
      return Optional.empty();
    }
    return parts.length == 2
            && parts[0].matches("[0-9a-f]{16}")
            && parts[1].equals(directory.toString())
        ? Optional.of(new Mark("cluster-" + parts[0]))
        : Optional.empty();
  }

  /** The mark of the directory's processes, created if it has none. Needs the directory's lock. */
  static Mark readOrMake(Path directory) throws IOException {
    Optional<Mark> mark = read(directory);
    if (mark.isPresent()) {
      return mark.get();
    }
    Path part = directory.resolve(FILE + ".part");
    Files.writeString(part, RandomId.make() + " " + directory + "\n");
    Files.move(part, directory.resolve(FILE), StandardCopyOption.ATOMIC_MOVE);
    return read(directory).orElseThrow();
  }
}
