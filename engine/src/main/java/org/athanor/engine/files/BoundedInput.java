// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.files;

import java.io.EOFException;
import java.io.IOException;
import org.apache.hadoop.fs.FSDataInputStream;

/** What callers get of a {@link LocalInput}: as with Hadoop's, nobody moves past the file's end. */
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
