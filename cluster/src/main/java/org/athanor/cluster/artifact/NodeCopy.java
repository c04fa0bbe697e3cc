// SPDX-License-Identifier: Apache-2.0
package org.athanor.cluster.artifact;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import org.athanor.cluster.Command;
import org.athanor.cluster.Mark;
import org.athanor.cluster.Node;
import org.athanor.cluster.PrivateDirectory;

/** Copies directories of this machine to the same path on nodes that do not have them. */
public final class NodeCopy {

  private static final Duration QUICK = Duration.ofSeconds(30);

  private NodeCopy() {}

  /**
   * Returns at once if the node has the directory, as one that shares the file system does. A copy
   * is complete or absent.
   *
   * @throws IOException also if another user of the node may have prepared the directory: what it
   *     has may be run
   */
  public static void ensure(Node node, Mark mark, Path directory)
      throws IOException, InterruptedException {
    String path = directory.toAbsolutePath().toString();
    if (!node.hasFilesOfThisMachine()) {
      new PrivateDirectory(directory.toAbsolutePath(), "use a copy in another directory")
          .check(node, mark);
    }
    if (node.run(mark, Command.of("test", "-d", path), QUICK).status() == 0) {
      return;
    }
    node.copyTo(directory, path);
  }
}
