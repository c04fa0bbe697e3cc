// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.config;

import java.util.List;
import java.util.Locale;
import org.apache.hadoop.conf.Configuration;
import org.athanor.topology.affinity.AffinityLevel;

/**
 * The settings of one engine, read and checked once, and the division of its memory that follows
 * from them.
 *
 * <p>The pool is a share of the heap. Each thread uses a part of it for sorting and merging, at
 * most {@link #MAX_THREAD_BYTES}; the rest holds sorted map output. No other memory of the engine
 * grows with the data.
 *
 * @param threads number of engine threads
 * @param poolBytes memory of all buffers and of the sort index
 * @param bufferBytes size of one buffer, a power of two
 * @param affinity what threads are bound to
 */
public record EngineSettings(int threads, long poolBytes, int bufferBytes, AffinityLevel affinity) {
  static final long MAX_THREAD_BYTES = 256L << 20;

  private static final long MIN_POOL_BYTES = 8L << 20;
  private static final double THREADS_SHARE = 0.35;

  /** Pool and cache leave this part of the heap to user code, Hadoop and the engine's objects. */
  private static final int OTHERS_PART = 8;

  private static final int MIN_DERIVED_BUFFER = 4 << 10;
  private static final int MAX_DERIVED_BUFFER = 256 << 10;
  private static final int TARGET_BUFFERS = 512;
  private static final int MIN_BUFFERS_PER_THREAD = 8;

  /**
   * Reads the settings.
   *
   * @param maxHeap the JVM's maximum heap, bytes
   * @throws InvalidSettingException if a setting is invalid; the message names the first one
   */
  public static EngineSettings of(Configuration conf, long maxHeap, int processors) {
    int threads = (int) Values.number(conf, EngineKeys.THREADS, 0, 1024);
    double fraction = fraction(conf);
    long pool = Values.size(conf, EngineKeys.POOL_SIZE);
    if ((pool != 0 && pool < MIN_POOL_BYTES) || pool > maxHeap) {
      throw Values.invalid(conf, EngineKeys.POOL_SIZE);
    }
    if (pool == 0) {
      pool = Math.max(MIN_POOL_BYTES, (long) (maxHeap * fraction));
    }
    int active = threads == 0 ? processors : threads;
    long buffer = Values.size(conf, EngineKeys.BUFFER_SIZE);
    if (buffer == 0) {
      buffer =
          Math.max(
              MIN_DERIVED_BUFFER,
              Math.min(
                  MAX_DERIVED_BUFFER,
                  Long.highestOneBit(
                      pool / Math.max(TARGET_BUFFERS, 2L * MIN_BUFFERS_PER_THREAD * active))));
    } else if (Long.bitCount(buffer) != 1 || buffer < 4 << 10 || buffer > 16 << 20) {
      throw Values.invalid(conf, EngineKeys.BUFFER_SIZE);
    }
    checkCache(conf, maxHeap, pool);
    checkOtherKeys(conf);
    EngineSettings settings = new EngineSettings(active, pool, (int) buffer, affinity(conf));
    settings.checkPoolSize();
    return settings;
  }

  private static void checkCache(Configuration conf, long maxHeap, long pool) {
    CacheSettings cache = CacheSettings.of(conf);
    if (cache.on() && cache.deferred()) {
      throw new InvalidSettingException(
          EngineKeys.CACHE_MODE.name()
              + "=deferred is not offered yet: errors of its last writes can leave wrong outputs; use "
              + CacheSettings.WRITE_THROUGH);
    }
    if (cache.size() > maxHeap / 2) {
      throw Values.invalid(conf, EngineKeys.CACHE_SIZE);
    }
    if (cache.on() && pool > maxHeap - maxHeap / OTHERS_PART - cache.bytesOf(maxHeap)) {
      throw new InvalidSettingException(
          String.format(
              Locale.ROOT,
              "%s: the cache of %d bytes and the pool of %d bytes leave less than %d of the heap of %d"
                  + " bytes to everything else; lower %s or %s, or raise the heap",
              EngineKeys.CACHE_SIZE.name(),
              cache.bytesOf(maxHeap),
              pool,
              maxHeap / OTHERS_PART,
              maxHeap,
              EngineKeys.CACHE_SIZE.name(),
              EngineKeys.POOL_FRACTION.name()));
    }
  }

  private void checkPoolSize() {
    long needed = (long) threads * MIN_BUFFERS_PER_THREAD * bufferBytes;
    if (needed > poolBytes) {
      throw new InvalidSettingException(
          String.format(
              Locale.ROOT,
              "%s=%d: these threads need %d buffers of %d bytes each, but the pool has only %d"
                  + " bytes; raise %s or the heap, or lower %s or %s",
              EngineKeys.THREADS.name(),
              threads,
              MIN_BUFFERS_PER_THREAD,
              bufferBytes,
              poolBytes,
              EngineKeys.POOL_SIZE.name(),
              EngineKeys.THREADS.name(),
              EngineKeys.BUFFER_SIZE.name()));
    }
  }

  /** Returns the memory of one thread for sorting and merging, in bytes. */
  public long threadBytes() {
    return Math.min(MAX_THREAD_BYTES, (long) (poolBytes * THREADS_SHARE) / threads);
  }

  /** Returns the number of buffers for sorted map output. */
  public int retainedBuffers() {
    return (int) Math.min(Integer.MAX_VALUE, (poolBytes - threads * threadBytes()) / bufferBytes);
  }

  /** Checks the keys that other classes read. */
  private static void checkOtherKeys(Configuration conf) {
    Deployment.of(conf);
    if (!List.of("classloader", "shared").contains(Values.text(conf, EngineKeys.TASK_ISOLATION))) {
      throw Values.invalid(conf, EngineKeys.TASK_ISOLATION);
    }
    String history = Values.text(conf, EngineKeys.HISTORY_ENABLED).toLowerCase(Locale.ROOT);
    if (!List.of("true", "false").contains(history)) {
      throw Values.invalid(conf, EngineKeys.HISTORY_ENABLED);
    }
  }

  private static AffinityLevel affinity(Configuration conf) {
    Setting setting = EngineKeys.AFFINITY;
    try {
      return AffinityLevel.parse(conf.getTrimmed(setting.name(), setting.defaultValue()));
    } catch (IllegalArgumentException e) {
      throw Values.invalid(conf, setting);
    }
  }

  private static double fraction(Configuration conf) {
    Setting setting = EngineKeys.POOL_FRACTION;
    try {
      double value = Double.parseDouble(conf.getTrimmed(setting.name(), setting.defaultValue()));
      if (value >= 0.05 && value <= 0.90) {
        return value;
      }
    } catch (NumberFormatException e) {
      throw Values.invalid(conf, setting);
    }
    throw Values.invalid(conf, setting);
  }
}
