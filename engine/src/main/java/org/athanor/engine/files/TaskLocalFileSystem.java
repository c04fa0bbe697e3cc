// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.files;

import java.io.IOException;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.LocalFileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.permission.FsPermission;
import org.apache.hadoop.util.Progressable;

/**
 * What tasks get for {@code file:} unless the job names a class of its own: Hadoop's local file
 * system, checksum files included, that starts no processes and writes to files in large pieces
 * (Flame-MR's pipelined output, thesis §3.3.2). Reading is Hadoop's, byte for byte, because jobs'
 * counters say how much was read ahead. Thread-safe.
 */
public final class TaskLocalFileSystem extends LocalFileSystem {
  private static final int WRITE_BUFFER_BYTES = 256 << 10;

  public TaskLocalFileSystem() {
    super(new ProcessFreeFileSystem());
  }

  @Override
  public FSDataOutputStream create(
      Path file,
      FsPermission permission,
      boolean overwrite,
      int bufferSize,
      short replication,
      long blockSize,
      Progressable progress)
      throws IOException {
    return super.create(
        file,
        permission,
        overwrite,
        Math.max(bufferSize, WRITE_BUFFER_BYTES),
        replication,
        blockSize,
        progress);
  }
}
