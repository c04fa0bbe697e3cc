// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.files;

import java.io.IOException;
import org.apache.hadoop.fs.FSDataOutputStream;

/**
 * What callers get of a {@link ChecksummedOutput}: Hadoop's stream without the JDK's lock around
 * the file's own, which is taken for each piece of a record. Thread-safe but for {@link #size}, as
 * the JDK's.
 */
@SuppressWarnings("UnsynchronizedOverridesSynchronized") // the file's lock is enough
final class LocalOutput extends FSDataOutputStream {
  private final ChecksummedOutput file;

  LocalOutput(ChecksummedOutput file) {
    super(file, null);
    this.file = file;
  }

  @Override
  public void write(int value) throws IOException {
    file.write(value);
    count(1);
  }

  @Override
  public void write(byte[] bytes, int offset, int length) throws IOException {
    file.write(bytes, offset, length);
    count(length);
  }

  /** For {@link #size}, which stays at the largest int. */
  private void count(int bytes) {
    int sum = written + bytes;
    written = sum < 0 ? Integer.MAX_VALUE : sum;
  }

  /** What the superclass counts leaves out pieces that it does not see. */
  @Override
  public long getPos() {
    return file.position();
  }
}
