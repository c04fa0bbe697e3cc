// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.cache;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Locale;
import java.util.Objects;
import org.apache.hadoop.fs.ByteBufferPositionedReadable;
import org.apache.hadoop.fs.ByteBufferReadable;
import org.apache.hadoop.fs.CanSetDropBehind;
import org.apache.hadoop.fs.CanSetReadahead;
import org.apache.hadoop.fs.FSExceptionMessages;
import org.apache.hadoop.fs.FSInputStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.StreamCapabilities;

/** A stream of a file's pages. Counts what callers get. Thread-safe. */
class PagedInput extends FSInputStream
    implements ByteBufferReadable,
        ByteBufferPositionedReadable,
        CanSetDropBehind,
        CanSetReadahead,
        StreamCapabilities {
  private final Pages pages;
  private final FileSystem.Statistics statistics;

  @GuardedBy("this")
  private long position;

  private volatile boolean closed;

  PagedInput(Pages pages, FileSystem.Statistics statistics) {
    this.pages = pages;
    this.statistics = statistics;
  }

  private void checkOpen() throws IOException {
    if (closed) {
      throw new IOException(FSExceptionMessages.STREAM_IS_CLOSED);
    }
  }

  @Override
  public synchronized int read() throws IOException {
    byte[] one = new byte[1];
    return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
  }

  @Override
  public synchronized int read(byte[] bytes, int offset, int length) throws IOException {
    int read = readAt(position, bytes, offset, length);
    position += Math.max(0, read);
    return read;
  }

  @Override
  public synchronized int read(ByteBuffer bytes) throws IOException {
    int read = readAt(position, bytes);
    position += Math.max(0, read);
    return read;
  }

  @Override
  public int read(long from, byte[] bytes, int offset, int length) throws IOException {
    validatePositionedReadArgs(from, bytes, offset, length);
    return readAt(from, bytes, offset, length);
  }

  @Override
  public int read(long from, ByteBuffer bytes) throws IOException {
    return readAt(from, bytes);
  }

  @Override
  public void readFully(long from, ByteBuffer bytes) throws IOException {
    long at = from;
    while (bytes.hasRemaining()) {
      int read = readAt(at, bytes);
      if (read < 0) {
        throw new EOFException(FSExceptionMessages.EOF_IN_READ_FULLY);
      }
      at += read;
    }
  }

  private int readAt(long from, byte[] bytes, int offset, int length) throws IOException {
    Objects.checkFromIndexSize(offset, length, bytes.length);
    return readAt(from, ByteBuffer.wrap(bytes, offset, length));
  }

  private int readAt(long from, ByteBuffer bytes) throws IOException {
    checkOpen();
    if (!bytes.hasRemaining()) {
      return 0;
    }
    if (from >= pages.length()) {
      return -1;
    }
    int wanted = (int) Math.min(bytes.remaining(), pages.length() - from);
    int done = 0;
    while (done < wanted) {
      byte[] page = pages.page(Pages.indexOf(from + done));
      int place = Pages.placeOf(from + done);
      int piece = Math.min(wanted - done, page.length - place);
      bytes.put(page, place, piece);
      done += piece;
    }
    count(done);
    return done;
  }

  private void count(int bytes) {
    if (statistics != null) {
      statistics.incrementBytesRead(bytes);
      statistics.incrementBytesReadByDistance(0, bytes);
    }
  }

  @Override
  public synchronized void seek(long target) throws IOException {
    checkOpen();
    if (target < 0) {
      throw new EOFException(FSExceptionMessages.NEGATIVE_SEEK);
    }
    if (target > pages.length()) {
      throw new EOFException("Cannot seek after EOF");
    }
    position = target;
  }

  @Override
  public synchronized long skip(long bytes) throws IOException {
    long skipped = Math.max(0, Math.min(bytes, pages.length() - position));
    seek(position + skipped);
    return skipped;
  }

  @Override
  public synchronized int available() throws IOException {
    checkOpen();
    return (int) Math.min(Integer.MAX_VALUE, pages.length() - position);
  }

  @Override
  public synchronized long getPos() {
    return position;
  }

  /** Returns false: there is one source. */
  @Override
  public boolean seekToNewSource(long target) {
    return false;
  }

  @Override
  public void setReadahead(Long bytes) {
    // Everything is in memory.
  }

  @Override
  public void setDropBehind(Boolean drop) {
    // As above.
  }

  @Override
  public boolean hasCapability(String capability) {
    return switch (capability.toLowerCase(Locale.ROOT)) {
      case StreamCapabilities.READBYTEBUFFER,
          StreamCapabilities.PREADBYTEBUFFER,
          StreamCapabilities.READAHEAD,
          StreamCapabilities.DROPBEHIND ->
          true;
      default -> false;
    };
  }

  @Override
  public void close() throws IOException {
    if (!closed) {
      closed = true;
      pages.close();
    }
  }
}
