// SPDX-License-Identifier: Apache-2.0
package org.athanor.tiering.image;

import java.time.Instant;
import java.util.Objects;

/**
 * A directory of the namespace. Files that have no storage policy of their own have that of the
 * nearest directory above that has one.
 *
 * @param path absolute
 * @param id of the inode; {@link FileRecord#NO_ID} if the image does not have it
 * @param modified when an entry was last added or removed
 * @param storagePolicy as that of {@link FileRecord}
 */
public record DirectoryRecord(String path, long id, Instant modified, int storagePolicy) {

  /** Checks the ranges. */
  public DirectoryRecord {
    Objects.requireNonNull(modified, "modified");
    if (!path.startsWith("/")) {
      throw new IllegalArgumentException("path '" + path + "' is not absolute");
    }
    if (id < FileRecord.NO_ID || storagePolicy < FileRecord.NOT_TOLD) {
      throw new IllegalArgumentException(
          path + ": id=" + id + ", storage policy " + storagePolicy + ": out of range");
    }
  }
}
