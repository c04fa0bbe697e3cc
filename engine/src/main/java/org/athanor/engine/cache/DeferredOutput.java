// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.cache;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.channels.ClosedChannelException;
import java.util.Locale;
import java.util.Objects;
import java.util.Set;
import org.apache.hadoop.fs.StreamCapabilities;
import org.apache.hadoop.fs.Syncable;

/**
 * A stream to a file whose content stays in memory. Without memory, or when the caller wants what
 * it has written to be on disk, it becomes a stream to the file itself. Thread-safe.
 */
final class DeferredOutput extends OutputStream implements Syncable, StreamCapabilities {
  private static final Set<String> SYNCABLE = Set.of("hflush", "hsync");

  private final DeferredFiles files;
  private final DeferredFiles.Entry entry;
  private final Draft draft;

  /** The file itself; null while the content is in memory. */
  private OutputStream file;

  /** Why the content could not be written; nothing more is written then. */
  private IOException failure;

  private boolean closed;

  /**
   * @param draft that of {@code entry}
   */
  DeferredOutput(DeferredFiles files, DeferredFiles.Entry entry, Draft draft) {
    this.files = files;
    this.entry = entry;
    this.draft = draft;
  }

  @Override
  public synchronized void write(int value) throws IOException {
    write(new byte[] {(byte) value}, 0, 1);
  }

  @Override
  public synchronized void write(byte[] bytes, int offset, int length) throws IOException {
    Objects.checkFromIndexSize(offset, length, bytes.length);
    checkOpen();
    int done = file == null ? keep(bytes, offset, length) : 0;
    if (done < length) {
      writeOut();
      file.write(bytes, offset + done, length - done);
    }
  }

  private int keep(byte[] bytes, int offset, int length) {
    int done = 0;
    boolean hasMemory = true;
    while (done < length && hasMemory) {
      int kept = draft.append(bytes, offset + done, length - done);
      done += kept;
      hasMemory = kept > 0 || (!draft.hasEnded() && files.flushOne());
    }
    return done;
  }

  /** Goes on with the file itself. */
  private void writeOut() throws IOException {
    if (file == null) {
      try {
        file = files.writeOut(entry).orElseGet(OutputStream::nullOutputStream);
      } catch (IOException e) {
        failure = e;
        throw e;
      }
    }
  }

  /**
   * Writes what it has, and goes on with the file itself, for an operation that knows only files;
   * nothing if it is closed.
   */
  synchronized void goOn() throws IOException {
    if (!closed) {
      throwFailure();
      writeOut();
    }
  }

  private void checkOpen() throws IOException {
    if (closed) {
      throw new ClosedChannelException();
    }
    throwFailure();
  }

  private void throwFailure() throws IOException {
    if (failure != null) {
      throw new IOException(failure.getMessage(), failure);
    }
  }

  @Override
  public synchronized void flush() throws IOException {
    if (file != null) {
      file.flush();
    }
  }

  @Override
  public synchronized void hflush() throws IOException {
    checkOpen();
    writeOut();
    if (file instanceof Syncable syncable) {
      syncable.hflush();
    } else {
      file.flush();
    }
  }

  @Override
  public synchronized void hsync() throws IOException {
    checkOpen();
    writeOut();
    if (file instanceof Syncable syncable) {
      syncable.hsync();
    }
  }

  @Override
  public synchronized void close() throws IOException {
    if (closed) {
      return;
    }
    closed = true;
    throwFailure();
    if (file == null) {
      files.complete(entry);
    } else {
      file.close();
    }
  }

  @Override
  public boolean hasCapability(String capability) {
    return SYNCABLE.contains(capability.toLowerCase(Locale.ROOT));
  }
}
