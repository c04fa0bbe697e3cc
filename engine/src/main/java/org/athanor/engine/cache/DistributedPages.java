// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.cache;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import org.apache.hadoop.fs.CanUnbuffer;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.hdfs.DFSInputStream;
import org.athanor.engine.files.DistributedReads;

/**
 * A stream of a file's pages beside HDFS's own, which is asked for nothing unless a page is not in
 * memory, or the caller wants it. Thread-safe.
 */
final class DistributedPages extends PagedInput implements DistributedReads, CanUnbuffer {
  private final DFSInputStream hdfs;

  DistributedPages(DFSInputStream hdfs, Pages pages, FileSystem.Statistics statistics) {
    super(pages, statistics);
    this.hdfs = hdfs;
  }

  /**
   * Returns HDFS's stream, at the position of this one. The bytes are the same, so reads of this
   * stream still need it for nothing.
   */
  @Override
  public synchronized InputStream wrapped() {
    try {
      hdfs.seek(getPos());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return hdfs;
  }

  @Override
  public void unbuffer() {
    hdfs.unbuffer();
  }

  @Override
  public void close() throws IOException {
    try {
      super.close();
    } finally {
      hdfs.close();
    }
  }
}
