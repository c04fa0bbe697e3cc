// SPDX-License-Identifier: Apache-2.0
package org.athanor.tiering.apply;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.nio.charset.StandardCharsets;

/**
 * A path of HDFS in a file of the daemon's state. It may be longer than the 64 KiB of {@link
 * DataOutput#writeUTF}: the NameNode limits a path that is created, not one whose directories are
 * renamed.
 */
public final class StoredPath {
  /** Longer ones are not read: the file is damaged. */
  private static final int MOST_BYTES = 64 << 20;

  private StoredPath() {}

  /** Writes length and UTF-8. */
  public static void write(DataOutput out, String path) throws IOException {
    byte[] bytes = path.getBytes(StandardCharsets.UTF_8);
    out.writeInt(bytes.length);
    out.write(bytes);
  }

  /**
   * Reads what {@link #write} wrote.
   *
   * @throws IOException if it has another length than a path can have
   */
  public static String read(DataInput in) throws IOException {
    int length = in.readInt();
    if (length < 0 || length > MOST_BYTES) {
      throw new IOException("has a path of " + length + " bytes: must be 0 to " + MOST_BYTES);
    }
    byte[] bytes = new byte[length];
    in.readFully(bytes);
    return new String(bytes, StandardCharsets.UTF_8);
  }
}
