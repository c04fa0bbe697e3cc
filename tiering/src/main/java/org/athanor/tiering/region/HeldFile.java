// SPDX-License-Identifier: Apache-2.0
package org.athanor.tiering.region;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.time.Instant;
import org.athanor.storage.view.FileFacts;
import org.athanor.tiering.apply.StoredPath;

/**
 * A file to which the region has given a copy on SSD, or is about to.
 *
 * @param path where it was seen last
 * @param id of the inode, which it keeps when it is renamed
 * @param bytes that count, of when it was prefetched
 * @param modifiedMillis of then
 * @param isLeaving whether its copy shall be taken back
 */
record HeldFile(String path, long id, long bytes, long modifiedMillis, boolean isLeaving) {

  HeldFile at(String newPath) {
    return new HeldFile(newPath, id, bytes, modifiedMillis, isLeaving);
  }

  HeldFile leaving(boolean leaves) {
    return new HeldFile(path, id, bytes, modifiedMillis, leaves);
  }

  /** For the policy, which needs number and length only. */
  FileFacts facts() {
    return new FileFacts(
        path, id, bytes, 1, Math.max(1, bytes), 1, Instant.ofEpochMilli(modifiedMillis));
  }

  void write(DataOutput out) throws IOException {
    StoredPath.write(out, path);
    out.writeLong(id);
    out.writeLong(bytes);
    out.writeLong(modifiedMillis);
    out.writeBoolean(isLeaving);
  }

  static HeldFile read(DataInput in) throws IOException {
    return new HeldFile(
        StoredPath.read(in), in.readLong(), in.readLong(), in.readLong(), in.readBoolean());
  }
}
