// SPDX-License-Identifier: Apache-2.0
package org.athanor.tiering.image;

import java.time.Instant;
import java.util.Objects;

/**
 * A file of the namespace, as it was when the image was written.
 *
 * @param path absolute
 * @param id of the inode; {@link #NO_ID} if the image does not have it
 * @param bytes length
 * @param blocks number of blocks, or of block groups of an erasure coded file
 * @param blockBytes size of the file's blocks, except the last one
 * @param replication copies of each block; 1 if erasure coded
 * @param modified to the minute or to the millisecond, depending on the format
 * @param accessed likewise; 1970 if HDFS does not keep it
 * @param storagePolicy number of the file's own policy, {@link #INHERITED} if it has none, {@link
 *     #NOT_TOLD} if the image does not have it
 * @param isErasureCoded whether the file's blocks are erasure coded
 * @param isUnderConstruction whether somebody was writing the file
 * @param snapshots whether snapshots hold it
 */
public record FileRecord(
    String path,
    long id,
    long bytes,
    int blocks,
    long blockBytes,
    int replication,
    Instant modified,
    Instant accessed,
    int storagePolicy,
    boolean isErasureCoded,
    Knowledge isUnderConstruction,
    SnapshotState snapshots) {

  /** Stands for an inode's number that is not known. */
  public static final long NO_ID = -1;

  /** The storage policy is that of the directory above. */
  public static final int INHERITED = 0;

  /** The storage policy is not in the image. */
  public static final int NOT_TOLD = -1;

  /** Checks the ranges. */
  public FileRecord {
    Objects.requireNonNull(modified, "modified");
    Objects.requireNonNull(accessed, "accessed");
    Objects.requireNonNull(isUnderConstruction, "isUnderConstruction");
    Objects.requireNonNull(snapshots, "snapshots");
    if (!path.startsWith("/")) {
      throw new IllegalArgumentException("path '" + path + "' is not absolute");
    }
    if (id < NO_ID || bytes < 0 || blocks < 0 || blockBytes < 1 || replication < 1) {
      throw new IllegalArgumentException(
          path
              + (": id=" + id + ", bytes=" + bytes + ", blocks=" + blocks)
              + (", block size=" + blockBytes + ", replication=" + replication)
              + ": out of range");
    }
    if (storagePolicy < NOT_TOLD) {
      throw new IllegalArgumentException(path + ": storage policy " + storagePolicy);
    }
  }
}
