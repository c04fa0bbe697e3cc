// SPDX-License-Identifier: Apache-2.0
package org.athanor.cluster;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/**
 * A directory on nodes that other users can neither read nor have prepared: it has mode 0700 from
 * the moment it is made, and no directory or link on its path belongs to another user and is in a
 * directory that everybody can write, such as {@code /tmp}. Directories of root are accepted, and
 * so are those of others where only an administrator can have made them.
 *
 * <p>The engine has the same rules for its directories on this machine.
 */
public final class PrivateDirectory {
  private static final Duration PATIENCE = Duration.ofSeconds(30);

  private final Path path;
  private final String remedy;

  /**
   * A directory; makes nothing yet.
   *
   * @param path absolute, the same on each node
   * @param remedy what the user can do if it is refused, such as {@code set work to another
   *     directory}; the end of the message
   */
  public PrivateDirectory(Path path, String remedy) {
    this.path = path;
    this.remedy = remedy;
  }

  /**
   * Looks at what exists of the path, and changes nothing.
   *
   * @return a warning for each directory on the path that everybody can write without the sticky
   *     bit: volumes of containers are like that
   * @throws IOException if another user may have prepared it; one line that names node, path, owner
   *     and remedy
   */
  public List<String> check(Node node, Mark mark) throws IOException, InterruptedException {
    return run("check", node, mark);
  }

  /**
   * Makes the directory and those above it. If it exists and is this user's, it is closed to
   * others.
   *
   * @return warnings as of {@link #check}
   * @throws IOException if it cannot be created, is another user's, or may have been prepared by
   *     one; one line that names node, path, owner and remedy
   */
  public List<String> make(Node node, Mark mark) throws IOException, InterruptedException {
    return run("make", node, mark);
  }

  private List<String> run(String action, Node node, Mark mark)
      throws IOException, InterruptedException {
    Command command = Command.of(Script.PRIVATE.with(List.of(action, path.toString())));
    CommandResult result = node.run(mark, command, PATIENCE);
    if (result.status() != 0) {
      String why = LastWords.of(result.errors()).orElse(path + " cannot be looked at;");
      throw new IOException(node.name() + ": " + why + " " + remedy);
    }
    return result
        .output()
        .lines()
        .map(line -> node.name() + ": " + line + "; chmod +t it, or " + remedy)
        .toList();
  }
}
