// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.cache;

import java.io.IOException;
import java.util.Optional;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.hdfs.DFSOutputStream;
import org.apache.hadoop.hdfs.client.HdfsDataOutputStream;

/**
 * A stream to a file in HDFS whose content is also kept in memory, if there is enough. Thread-safe.
 */
final class KeptDistributedOutput extends HdfsDataOutputStream {
  private final DraftCopy copy;
  private final KeptOutput.KeyOfFile key;
  private boolean closed;

  /**
   * @param key asked when the file is closed: only then its last block is complete
   */
  KeptDistributedOutput(
      DFSOutputStream file,
      FileSystem.Statistics statistics,
      DataCache cache,
      KeptOutput.KeyOfFile key)
      throws IOException {
    super(file, statistics);
    this.key = key;
    copy = new DraftCopy(cache, this);
  }

  @Override
  public synchronized void write(int value) throws IOException {
    super.write(value);
    copy.add(new byte[] {(byte) value}, 0, 1);
  }

  @Override
  public synchronized void write(byte[] bytes, int offset, int length) throws IOException {
    try {
      super.write(bytes, offset, length);
    } catch (IOException | RuntimeException | Error e) {
      copy.drop();
      throw e;
    }
    copy.add(bytes, offset, length);
  }

  @Override
  public synchronized void close() throws IOException {
    if (closed) {
      return;
    }
    closed = true;
    Optional<Object> known = Optional.empty();
    try {
      super.close();
      if (copy.isComplete() && copy.length() > 0) {
        known = key.get(copy.length());
      }
    } catch (IOException | RuntimeException | Error e) {
      copy.drop();
      throw e;
    }
    copy.keep(known);
  }
}
