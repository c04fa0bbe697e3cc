// SPDX-License-Identifier: Apache-2.0
package org.athanor.bench.framework;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.athanor.cluster.Command;
import org.athanor.cluster.CommandResult;
import org.athanor.cluster.LastWords;
import org.athanor.cluster.Mark;
import org.athanor.cluster.Node;

/** Tells installations of the same version apart, such as one with a patched jar. */
final class BuildHash {

  /** Jars are read at 300 MB/s or more from memory, but maybe for the first time. */
  private static final Duration LONGEST = Duration.ofMinutes(10);

  /** Looks below directories, however deep. */
  static final int DEEP = 100;

  /** Looks at the files of directories. */
  static final int FLAT = 1;

  /**
   * Arguments: the installation, the depth, then names in the installation. Names that do not exist
   * have no files.
   */
  private static final String SCRIPT =
      """
      set -euo pipefail
      cd "$1"
      depth=$2
      shift 2
      parts=()
      for part; do [ ! -e "$part" ] || parts+=("$part"); done
      [ ${#parts[@]} -gt 0 ] || exit 3
      files=$(find -L "${parts[@]}" -maxdepth "$depth" -type f \\
        \\( -name '*.jar' -o -path athanor \\) -print0 \\
        | LC_ALL=C sort -z | xargs -0r sha256sum -b)
      [ -n "$files" ] || exit 3
      sha256sum <<< "$files" | cut -c 1-16
      """;

  private BuildHash() {}

  /**
   * A hash of the names and the content of the jars of an installation.
   *
   * @param names files and directories of the installation
   * @param depth {@link #DEEP}, or {@link #FLAT}
   * @return 16 hexadecimal digits
   * @throws IOException if the node does not answer, a jar cannot be read, or there is none
   */
  static String of(Node node, Mark mark, Path home, List<String> names, int depth)
      throws IOException, InterruptedException {
    List<String> line = new ArrayList<>(List.of("bash", "-c", SCRIPT, "bash"));
    line.addAll(List.of(home.toString(), Integer.toString(depth)));
    line.addAll(names);
    CommandResult result = node.run(mark, Command.of(line), LONGEST);
    Optional<String> hash = LastWords.of(result.output());
    if (result.status() != 0 || hash.isEmpty()) {
      throw new IOException(
          node.name()
              + ": the jars of "
              + home
              + " cannot be read: "
              + LastWords.of(result.errors()).orElse("there are none"));
    }
    return hash.get();
  }
}
