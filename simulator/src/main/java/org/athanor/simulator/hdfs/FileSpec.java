// SPDX-License-Identifier: Apache-2.0
package org.athanor.simulator.hdfs;

/**
 * A file, without the places of its blocks.
 *
 * @param path absolute
 * @param bytes from 0
 * @param blockBytes from 1
 * @param replication from 1
 */
public record FileSpec(String path, long bytes, long blockBytes, int replication) {

  public FileSpec {
    if (!path.startsWith("/")) {
      throw new IllegalArgumentException("path \"" + path + "\" of a file: must begin with /");
    }
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
