// SPDX-License-Identifier: Apache-2.0
package org.athanor.cluster;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;

/**
 * A node that others reach at another of its addresses, such as that of a faster network. Commands
 * and files take the same way as without it.
 */
record NodeAtAddress(Node node, String address) implements Node {

  @Override
  public String name() {
    return node.name();
  }

  @Override
  public String specification() {
    return node.specification();
  }

  @Override
  public boolean hasFilesOfThisMachine() {
    return node.hasFilesOfThisMachine();
  }

  @Override
  public NodeProcess start(Mark mark, Command command) throws IOException {
    return node.start(mark, command);
  }

  @Override
  public CommandResult run(Mark mark, Command command, Duration timeout)
      throws IOException, InterruptedException {
    return node.run(mark, command, timeout);
  }

  @Override
  public void copyTo(Path local, String remote) throws IOException, InterruptedException {
    node.copyTo(local, remote);
  }

  @Override
  public void copyFrom(String remote, Path local) throws IOException, InterruptedException {
    node.copyFrom(remote, local);
  }

  @Override
  public SystemInfo system() throws IOException, InterruptedException {
    return node.system();
  }

  @Override
  public int endAll(Mark mark, Duration grace) throws IOException, InterruptedException {
    return node.endAll(mark, grace);
  }

  @Override
  public void close() {
    node.close();
  }
}
