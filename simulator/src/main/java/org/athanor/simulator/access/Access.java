// SPDX-License-Identifier: Apache-2.0
package org.athanor.simulator.access;

import org.athanor.simulator.hdfs.FileSpec;

/** A client that reads or writes a file, block by block. */
public sealed interface Access {

  /** When it begins, in seconds since the beginning of the simulation, or of its round. */
  double startSeconds();

  /** The node that the client is on. */
  int node();

  String path();

  /** The same access at another time. */
  Access at(double seconds);

  /**
   * Reads a file, which is there by then, or is being written; then it waits for that.
   *
   * @param startSeconds from 0
   * @param node from 0
   * @param path absolute
   */
  record Read(double startSeconds, int node, String path) implements Access {
    @Override
    public Access at(double seconds) {
      return new Read(seconds, node, path);
    }
  }

  /**
   * Writes a new file.
   *
   * @param startSeconds from 0
   * @param node from 0
   * @param file whose path is of no file that is there by then
   */
  record Write(double startSeconds, int node, FileSpec file) implements Access {
    @Override
    public String path() {
      return file.path();
    }

    @Override
    public Access at(double seconds) {
      return new Write(seconds, node, file);
    }
  }
}
