// SPDX-License-Identifier: Apache-2.0
package org.athanor.cluster.artifact;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import org.athanor.cluster.Command;
import org.athanor.cluster.CommandResult;
import org.athanor.cluster.Mark;
import org.athanor.cluster.Node;

/** Brings directories of this machine to nodes that do not have them, at the same path. */
public final class NodeCopy {

  private static final Duration QUICK = Duration.ofSeconds(30);

  private NodeCopy() {}

  /**
   * Returns at once if the node has the directory, as one that shares the file system does. A copy
   * is complete or absent.
   */
  public static void ensure(Node node, Mark mark, Path directory)
      throws IOException, InterruptedException {
    String path = directory.toAbsolutePath().toString();
    if (node.run(mark, Command.of("test", "-d", path), QUICK).status() == 0) {
      return;
    }
    String partial = path + ".partial-" + mark.id();
    String parent = directory.toAbsolutePath().getParent().toString();
    must(node, mark, Command.of("mkdir", "-p", parent));
    node.copyTo(directory, partial);
    must(node, mark, Command.of("mv", "-T", partial, path));
  }

  private static void must(Node node, Mark mark, Command command)
      throws IOException, InterruptedException {
    CommandResult result = node.run(mark, command, QUICK);
    if (result.status() != 0) {
      throw new IOException(
          node.name()
              + ": "
              + String.join(" ", command.arguments())
              + " failed: "
              + result.errors().strip());
    }
  }
}
