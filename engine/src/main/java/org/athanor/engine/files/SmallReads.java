// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.files;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.util.EnumSet;
import org.apache.hadoop.fs.ByteBufferPositionedReadable;
import org.apache.hadoop.fs.ByteBufferReadable;
import org.apache.hadoop.fs.CanSetDropBehind;
import org.apache.hadoop.fs.CanSetReadahead;
import org.apache.hadoop.fs.CanUnbuffer;
import org.apache.hadoop.fs.FSInputStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.HasEnhancedByteBufferAccess;
import org.apache.hadoop.fs.ReadOption;
import org.apache.hadoop.fs.StreamCapabilities;
import org.apache.hadoop.hdfs.DFSInputStream;
import org.apache.hadoop.io.ByteBufferPool;

/**
 * Serves reads of less than {@value #BUFFER_BYTES} bytes into arrays from a buffer of that size;
 * all others go to Hadoop's stream, after what the buffer has. Reads into arrays return as much as
 * Hadoop's would, apart from the ends of packets. Statistics count what callers have got, as
 * Hadoop's do, once the stream is closed; until then they may be ahead by what the buffer has.
 * Thread-safe, as Hadoop's.
 */
final class SmallReads extends FSInputStream
    implements ByteBufferReadable,
        ByteBufferPositionedReadable,
        CanSetDropBehind,
        CanSetReadahead,
        CanUnbuffer,
        HasEnhancedByteBufferAccess,
        StreamCapabilities,
        DistributedReads {
  static final int BUFFER_BYTES = 4096;

  private final DFSInputStream in;
  private final FileSystem.Statistics statistics;

  /** Null until the first small read. */
  @GuardedBy("this")
  private byte[] buffer;

  /**
   * Index of the next byte in the buffer; it and those behind are counted as read, but not
   * received.
   */
  @GuardedBy("this")
  private int next;

  /** How many bytes of the file the buffer has; the last ones are those before {@link #end}. */
  @GuardedBy("this")
  private int limit;

  /** The position of Hadoop's stream if the buffer is not empty. */
  @GuardedBy("this")
  private long end;

  /** Whether nothing is buffered any more, because somebody else may move Hadoop's stream. */
  @GuardedBy("this")
  private boolean shared;

  /** Why a read that had got something ended early, for the next one that gets nothing, or null. */
  @GuardedBy("this")
  private IOException failure;

  SmallReads(DFSInputStream in, FileSystem.Statistics statistics) {
    this.in = in;
    this.statistics = statistics;
  }

  /** Returns Hadoop's stream, at the position of this one, and buffers nothing any more. */
  @Override
  public synchronized InputStream wrapped() {
    alignOrThrowUnchecked();
    shared = true;
    return in;
  }

  @Override
  public synchronized int read() throws IOException {
    if (next == limit) {
      throwFailure();
      if (shared) {
        return in.read();
      }
      if (!fill()) {
        return -1;
      }
    }
    return buffer[next++] & 0xff;
  }

  @Override
  public synchronized int read(byte[] bytes, int offset, int length) throws IOException {
    boolean isValid = bytes != null && offset >= 0 && length > 0 && length <= bytes.length - offset;
    if (!isValid) {
      return in.read(bytes, offset, length); // reads nothing
    }
    if (next == limit) {
      throwFailure();
      return readOn(bytes, offset, length);
    }
    boolean mayHaveMore = limit == BUFFER_BYTES;
    int taken = take(bytes, offset, length);
    return taken < length && mayHaveMore
        ? taken + Math.max(0, readMore(bytes, offset + taken, length - taken))
        : taken;
  }

  /** Reads where the buffer has nothing. */
  @GuardedBy("this")
  private int readOn(byte[] bytes, int offset, int length) throws IOException {
    if (shared || length >= BUFFER_BYTES) {
      forget();
      return in.read(bytes, offset, length);
    }
    return fill() ? take(bytes, offset, length) : -1;
  }

  /**
   * Reads what Hadoop's stream would have given together with what the buffer had: a reader of
   * lines would read less beyond its split otherwise, and counters show that.
   */
  @GuardedBy("this")
  private int readMore(byte[] bytes, int offset, int length) {
    try {
      return readOn(bytes, offset, length);
    } catch (IOException e) {
      failure = e;
      return 0;
    }
  }

  /** Fails as the read before would have if it had got nothing: it may have waited long. */
  @GuardedBy("this")
  private void throwFailure() throws IOException {
    IOException kept = failure;
    if (kept != null) {
      failure = null;
      throw kept;
    }
  }

  @GuardedBy("this")
  private int take(byte[] bytes, int offset, int length) {
    int taken = Math.min(length, limit - next);
    System.arraycopy(buffer, next, bytes, offset, taken);
    next += taken;
    return taken;
  }

  @Override
  public synchronized int read(ByteBuffer bytes) throws IOException {
    if (next == limit || !bytes.hasRemaining()) {
      throwFailure();
      align();
      return in.read(bytes);
    }
    int taken = Math.min(bytes.remaining(), limit - next);
    bytes.put(buffer, next, taken);
    next += taken;
    return taken;
  }

  /** Fills the empty buffer; returns false at the end of the file. */
  @GuardedBy("this")
  private boolean fill() throws IOException {
    forget();
    if (buffer == null) {
      buffer = new byte[BUFFER_BYTES];
    }
    int read = in.read(buffer, 0, BUFFER_BYTES);
    if (read <= 0) {
      return false;
    }
    limit = read;
    end = in.getPos();
    return true;
  }

  /** Empties the buffer; Hadoop's stream may be ahead. */
  @GuardedBy("this")
  private void forget() {
    failure = null;
    if (next < limit) {
      statistics.incrementBytesRead(next - limit); // counted, and not received
    }
    next = 0;
    limit = 0;
  }

  /** Empties the buffer, and moves Hadoop's stream to the position of this one. */
  @GuardedBy("this")
  private void align() throws IOException {
    if (next < limit) {
      in.seek(getPos());
    }
    forget();
  }

  @GuardedBy("this")
  private void alignOrThrowUnchecked() {
    try {
      align();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public synchronized long getPos() {
    return next == limit ? in.getPos() : end - (limit - next);
  }

  @Override
  public synchronized void seek(long target) throws IOException {
    if (limit > 0 && target <= end && target >= end - limit) {
      int to = limit - (int) (end - target);
      statistics.incrementBytesRead(next - to);
      next = to;
    } else {
      in.seek(target); // if it fails, nothing has moved
      forget();
    }
  }

  @Override
  public synchronized long skip(long bytes) throws IOException {
    if (next == limit) {
      forget();
    }
    if (next == limit || bytes <= 0) {
      return in.skip(bytes);
    }
    long skipped = Math.min(bytes, in.getFileLength() - getPos());
    seek(getPos() + skipped);
    return skipped;
  }

  @Override
  public synchronized int available() throws IOException {
    return (int) Math.min(Integer.MAX_VALUE, (long) in.available() + limit - next);
  }

  @Override
  public synchronized boolean seekToNewSource(long target) throws IOException {
    align();
    shared = true; // all reads are from the source that the caller has chosen
    return in.seekToNewSource(target);
  }

  @Override
  public synchronized void close() throws IOException {
    try {
      align(); // the position can be asked for afterwards
    } finally {
      forget();
      in.close();
    }
  }

  @Override
  public synchronized void unbuffer() {
    alignOrThrowUnchecked();
    buffer = null;
    in.unbuffer();
  }

  @Override
  public synchronized ByteBuffer read(
      ByteBufferPool pool, int mostBytes, EnumSet<ReadOption> options) throws IOException {
    throwFailure();
    align();
    shared = true; // small reads between would fill the buffer for nothing
    return in.read(pool, mostBytes, options);
  }

  @Override
  public void releaseBuffer(ByteBuffer bytes) {
    in.releaseBuffer(bytes);
  }

  // These neither use the position of the stream nor change it.

  @Override
  public int read(long position, byte[] bytes, int offset, int length) throws IOException {
    return in.read(position, bytes, offset, length);
  }

  @Override
  public void readFully(long position, byte[] bytes, int offset, int length) throws IOException {
    in.readFully(position, bytes, offset, length);
  }

  @Override
  public void readFully(long position, byte[] bytes) throws IOException {
    in.readFully(position, bytes);
  }

  @Override
  public int read(long position, ByteBuffer bytes) throws IOException {
    return in.read(position, bytes);
  }

  @Override
  public void readFully(long position, ByteBuffer bytes) throws IOException {
    in.readFully(position, bytes);
  }

  @Override
  public void setReadahead(Long bytes) throws IOException {
    in.setReadahead(bytes);
  }

  @Override
  public void setDropBehind(Boolean drop) throws IOException {
    in.setDropBehind(drop);
  }

  @Override
  public boolean hasCapability(String capability) {
    return in.hasCapability(capability);
  }

  @Override
  public boolean markSupported() {
    return in.markSupported();
  }

  @Override
  public void reset() throws IOException {
    in.reset();
  }

  @Override
  public String toString() {
    return in.toString();
  }
}
