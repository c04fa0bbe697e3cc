// SPDX-License-Identifier: Apache-2.0
package org.athanor.cluster.artifact;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import org.athanor.cluster.Command;
import org.athanor.cluster.Mark;
import org.athanor.cluster.Node;

/** Copies directories of this machine to the same path on nodes that do not have them. */
public final class NodeCopy {

  private static final Duration QUICK = Duration.ofSeconds(30);

  private NodeCopy() {}

  /**
   * Copies the directory unless the node has it, for example because it shares the file system. The
   * copy is complete or absent.
   */
  public static void ensure(Node node, Mark mark, Path directory)
      throws IOException, InterruptedException {
    String path = directory.toAbsolutePath().toString();
    if (node.run(mark, Command.of("test", "-d", path), QUICK).status() == 0) {
      return;
    }
    node.copyTo(directory, path);
  }
}
