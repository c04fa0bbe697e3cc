// SPDX-License-Identifier: Apache-2.0
package org.athanor.simulator.access;

import org.athanor.simulator.hdfs.FileSpec;

/** A client that reads or writes a file, block by block. */
public sealed interface Access {

  /** When it begins, in seconds since the beginning of the simulation. */
  double startSeconds();

  /** The node that the client is on. */
  int node();

  String path();

  /**
   * Reads a file, which is there by then.
   *
   * @param startSeconds from 0
   * @param node from 0
   * @param path absolute
   */
  record Read(double startSeconds, int node, String path) implements Access {}

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
  }
}
