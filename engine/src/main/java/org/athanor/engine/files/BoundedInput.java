// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.files;

import java.io.EOFException;
import java.io.IOException;
import org.apache.hadoop.fs.FSDataInputStream;

/**
 * The stream of a {@link LocalInput} for callers. Like Hadoop's, it does not move past the end of
 * the file: {@link #seek} fails, and {@link #skip} stops there.
 */
final class BoundedInput extends FSDataInputStream {
  private final LocalInput file;

  BoundedInput(LocalInput file) {
    super(file);
    this.file = file;
  }

  @Override
  public boolean markSupported() {
    return false;
  }

  @Override
  public void seek(long target) throws IOException {
    if (target > file.length()) {
      throw new EOFException("Cannot seek after EOF");
    }
    super.seek(target);
  }

  @Override
  public long skip(long bytes) throws IOException {
    return super.skip(Math.min(bytes, file.length() - getPos()));
  }
}
