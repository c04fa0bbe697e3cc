// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.buffer;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.util.ArrayDeque;

/**
 * A pool of buffers of one size, allocated on first use, lent and reused (static memory allocation,
 * Flame-MR thesis §3.4.1). Never blocks: if all buffers are lent, {@link #tryTake} returns null,
 * and the caller writes to disk instead. Buffers are heap arrays because Hadoop's comparators and
 * deserializers accept only these; any other kind would be copied for each comparison.
 *
 * <p>A record larger than a buffer has an array of its own. The pool is charged the number of
 * buffers that the array replaces.
 *
 * <p>Invariant: {@code 0 <= lent <= capacity}, except while a record that exceeds the whole pool is
 * held (see {@link #takeLarge}). Thread-safe.
 */
public final class BufferPool {
  private final int capacity;
  private final int bufferBytes;
  private final Object lock = new Object();

  @GuardedBy("lock")
  private final ArrayDeque<byte[]> free = new ArrayDeque<>();

  @GuardedBy("lock")
  private int lent;

  /**
   * @param capacity buffers that may be lent at once, at least 0
   * @param bufferBytes bytes per buffer, a power of two from 4 KiB to 16 MiB
   */
  public BufferPool(int capacity, int bufferBytes) {
    if (capacity < 0) {
      throw new IllegalArgumentException("capacity=" + capacity + ": must not be negative");
    }
    if (Integer.bitCount(bufferBytes) != 1 || bufferBytes < 4 << 10 || bufferBytes > 16 << 20) {
      throw new IllegalArgumentException(
          "bufferBytes=" + bufferBytes + ": must be a power of two from 4096 to 16777216");
    }
    this.capacity = capacity;
    this.bufferBytes = bufferBytes;
  }

  public int bufferBytes() {
    return bufferBytes;
  }

  /** Returns the number of buffers that may be lent at the same time. */
  public int capacity() {
    return capacity;
  }

  /** Returns the number of lent buffers; a large record counts as the buffers that it replaces. */
  public int lent() {
    synchronized (lock) {
      return lent;
    }
  }

  /** Returns a buffer with arbitrary content, or null if all are lent. */
  public byte[] tryTake() {
    synchronized (lock) {
      if (lent >= capacity) {
        return null;
      }
      lent++;
      byte[] buffer = free.poll();
      if (buffer != null) {
        return buffer;
      }
    }
    return allocate();
  }

  private byte[] allocate() {
    try {
      return new byte[bufferBytes];
    } catch (OutOfMemoryError e) {
      synchronized (lock) {
        lent--;
      }
      throw e;
    }
  }

  /**
   * Charges the pool for an array that the caller holds and that is larger than a buffer.
   *
   * @param force whether to charge even beyond the capacity, for a record that cannot be stored
   *     otherwise
   * @return whether it was charged; the caller then must call {@link #giveLarge}
   */
  public boolean takeLarge(int bytes, boolean force) {
    int buffers = buffersFor(bytes);
    synchronized (lock) {
      if (lent + buffers > capacity && !force) {
        return false;
      }
      lent += buffers;
      // The buffers that the large array replaces must not stay allocated.
      for (int excess = lent + free.size() - capacity; excess > 0 && !free.isEmpty(); excess--) {
        free.poll();
      }
      return true;
    }
  }

  /** Returns a buffer of {@link #tryTake} to the pool. The caller must not use it afterwards. */
  public void give(byte[] buffer) {
    if (buffer.length != bufferBytes) {
      throw new IllegalArgumentException(
          "buffer of " + buffer.length + " bytes given to a pool of " + bufferBytes);
    }
    synchronized (lock) {
      returned(1);
      // While a record exceeds the pool, no idle buffer may stay allocated.
      if (lent + free.size() < capacity) {
        free.push(buffer);
      }
    }
  }

  /** Ends the charge of {@link #takeLarge} for an array of that size. */
  public void giveLarge(int bytes) {
    synchronized (lock) {
      returned(buffersFor(bytes));
    }
  }

  /** Returns an array to the pool: a buffer, or an array that was charged by {@link #takeLarge}. */
  public void giveArray(byte[] array) {
    if (array.length == bufferBytes) {
      give(array);
    } else {
      giveLarge(array.length);
    }
  }

  @GuardedBy("lock")
  private void returned(int buffers) {
    if (buffers > lent) {
      throw new IllegalStateException("more buffers given back than were taken");
    }
    lent -= buffers;
  }

  /** Returns the number of buffers that are allocated but not lent. */
  int idle() {
    synchronized (lock) {
      return free.size();
    }
  }

  private int buffersFor(int bytes) {
    return (int) (((long) bytes + bufferBytes - 1) / bufferBytes);
  }
}
