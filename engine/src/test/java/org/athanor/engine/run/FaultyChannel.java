// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.run;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.ReadableByteChannel;
import java.nio.channels.WritableByteChannel;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicLong;

/**
 * A file whose n-th I/O call fails: opening, reading, writing or closing. Can also limit the bytes
 * that a call transfers, as a file system may.
 */
final class FaultyChannel extends FileChannel {
  /** Decides which calls fail. */
  interface Faults {
    /** An I/O call; fails if this throws. */
    void call() throws IOException;

    /** Returns the maximum number of bytes that a call transfers. */
    int maxBytes();
  }

  /** The call that fails, and the maximum number of bytes that a call transfers. */
  static final class Plan implements SpillFile.Opener, Faults {
    private final long failing;
    private final int maxBytes;
    private final AtomicLong calls = new AtomicLong();

    /**
     * @param failing number of the call that fails, from 0; negative for none
     */
    Plan(long failing, int maxBytes) {
      this.failing = failing;
      this.maxBytes = maxBytes;
    }

    @Override
    public FileChannel open(Path path, OpenOption... options) throws IOException {
      call();
      return new FaultyChannel(FileChannel.open(path, options), this);
    }

    @Override
    public void call() throws IOException {
      if (calls.getAndIncrement() == failing) {
        throw new IOException("No space left on device");
      }
    }

    @Override
    public int maxBytes() {
      return maxBytes;
    }

    long calls() {
      return calls.get();
    }
  }

  private final FileChannel real;
  private final Faults plan;

  FaultyChannel(FileChannel real, Faults plan) {
    this.real = real;
    this.plan = plan;
  }

  private ByteBuffer some(ByteBuffer bytes) {
    return bytes.slice(bytes.position(), Math.min(plan.maxBytes(), bytes.remaining()));
  }

  @Override
  public int read(ByteBuffer to, long position) throws IOException {
    plan.call();
    try {
      int n = real.read(some(to), position);
      to.position(to.position() + Math.max(0, n));
      return n;
    } finally {
      followReal();
    }
  }

  @Override
  public int write(ByteBuffer from, long position) throws IOException {
    plan.call();
    try {
      int n = real.write(some(from), position);
      from.position(from.position() + n);
      return n;
    } finally {
      followReal();
    }
  }

  /** An interrupt of a thread during a call closes the file. */
  private void followReal() throws IOException {
    if (!real.isOpen()) {
      close();
    }
  }

  @Override
  protected void implCloseChannel() throws IOException {
    if (real.isOpen()) {
      real.close();
      plan.call();
    }
  }

  // Methods that a spill file does not use.

  @Override
  public int read(ByteBuffer to) {
    throw new UnsupportedOperationException();
  }

  @Override
  public long read(ByteBuffer[] to, int offset, int length) {
    throw new UnsupportedOperationException();
  }

  @Override
  public int write(ByteBuffer from) {
    throw new UnsupportedOperationException();
  }

  @Override
  public long write(ByteBuffer[] from, int offset, int length) {
    throw new UnsupportedOperationException();
  }

  @Override
  public long position() {
    throw new UnsupportedOperationException();
  }

  @Override
  public FileChannel position(long position) {
    throw new UnsupportedOperationException();
  }

  @Override
  public long size() {
    throw new UnsupportedOperationException();
  }

  @Override
  public FileChannel truncate(long size) {
    throw new UnsupportedOperationException();
  }

  @Override
  public void force(boolean metadata) {
    throw new UnsupportedOperationException();
  }

  @Override
  public long transferTo(long position, long count, WritableByteChannel target) {
    throw new UnsupportedOperationException();
  }

  @Override
  public long transferFrom(ReadableByteChannel source, long position, long count) {
    throw new UnsupportedOperationException();
  }

  @Override
  public MappedByteBuffer map(MapMode mode, long position, long size) {
    throw new UnsupportedOperationException();
  }

  @Override
  public FileLock lock(long position, long size, boolean shared) {
    throw new UnsupportedOperationException();
  }

  @Override
  public FileLock tryLock(long position, long size, boolean shared) {
    throw new UnsupportedOperationException();
  }
}
