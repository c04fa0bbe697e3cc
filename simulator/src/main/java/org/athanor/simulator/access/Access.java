// SPDX-License-Identifier: Apache-2.0
package org.athanor.simulator.access;

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
   * @param path absolute, of no file that is there by then
   * @param bytes from 0
   * @param blockBytes from 1
   * @param replication from 1
   */
  record Write(
      double startSeconds, int node, String path, long bytes, long blockBytes, int replication)
      implements Access {
    public Write {
      if (bytes < 0 || blockBytes < 1 || replication < 1) {
        throw new IllegalArgumentException(
            "file "
                + path
                + " of "
                + bytes
                + " bytes, in blocks of "
                + blockBytes
                + ", with "
                + replication
                + " replicas: must be from 0, 1 and 1");
      }
    }
  }
}
