// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.cache;

import java.io.IOException;
import java.io.OutputStream;

/** A stream to a mark of success, which is made later unless something is written to it. */
final class MarkerOutput extends OutputStream {
  /** Makes the file. */
  interface Creation {
    OutputStream create() throws IOException;
  }

  /** Is called if the file is to be made later. */
  interface Later {
    void add() throws IOException;
  }

  private final Creation creation;
  private final Later later;
  private OutputStream file;
  private boolean closed;

  MarkerOutput(Creation creation, Later later) {
    this.creation = creation;
    this.later = later;
  }

  @Override
  public void write(int value) throws IOException {
    write(new byte[] {(byte) value}, 0, 1);
  }

  @Override
  public synchronized void write(byte[] bytes, int offset, int length) throws IOException {
    if (file == null) {
      file = creation.create();
    }
    file.write(bytes, offset, length);
  }

  @Override
  public synchronized void close() throws IOException {
    if (closed) {
      return;
    }
    closed = true;
    if (file == null) {
      later.add();
    } else {
      file.close();
    }
  }
}
