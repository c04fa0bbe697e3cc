// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.files;

import java.io.IOException;
import org.apache.hadoop.fs.FSDataOutputStream;

/**
 * The stream of a {@link ChecksummedOutput} for callers. It is Hadoop's stream without the lock of
 * the JDK's {@link java.io.DataOutputStream}, which would be taken in addition to the file's own
 * lock for each piece of a record. Thread-safe, except for {@link #size}.
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

  /** Counts for {@link #size}, which does not exceed the largest int. */
  private void count(int bytes) {
    int sum = written + bytes;
    written = sum < 0 ? Integer.MAX_VALUE : sum;
  }

  /** Returns the file's position, because the superclass does not count all writes. */
  @Override
  public long getPos() {
    return file.position();
  }
}
