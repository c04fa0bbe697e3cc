// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.config;

import org.apache.hadoop.conf.Configuration;

/**
 * What a job keeps of files in memory (Flame-MR's DataCache, thesis §3.4.3).
 *
 * @param on whether it keeps anything
 * @param deferred whether the content of outputs is written only when it must be
 * @param inputs whether files that were not written here are kept, too
 * @param size memory of the cache of a JVM, in bytes; 0 for a share of its heap
 */
public record CacheSettings(boolean on, boolean deferred, boolean inputs, long size) {
  /** The value of {@link EngineKeys#CACHE_MODE} that gives Hadoop's guarantees. */
  public static final String WRITE_THROUGH = "write-through";

  private static final long MIN_BYTES = 1L << 20;
  private static final int DEFAULT_SHARE = 8;

  /**
   * Reads a job's settings, which may be for another JVM.
   *
   * @throws InvalidSettingException if one has a value that is not allowed
   */
  public static CacheSettings of(Configuration conf) {
    boolean deferred =
        switch (Values.text(conf, EngineKeys.CACHE_MODE)) {
          case WRITE_THROUGH -> false;
          case "deferred" -> true;
          default -> throw Values.invalid(conf, EngineKeys.CACHE_MODE);
        };
    long size = Values.size(conf, EngineKeys.CACHE_SIZE);
    if (size != 0 && size < MIN_BYTES) {
      throw Values.invalid(conf, EngineKeys.CACHE_SIZE);
    }
    return new CacheSettings(
        isOn(conf, EngineKeys.CACHE), deferred, isOn(conf, EngineKeys.CACHE_INPUT), size);
  }

  /**
   * Returns the memory of the cache in a JVM, in bytes.
   *
   * @param maxHeap the JVM's maximum heap, in bytes; the cache has at most half of it
   */
  public long bytesOf(long maxHeap) {
    return size == 0 ? Math.max(MIN_BYTES, maxHeap / DEFAULT_SHARE) : Math.min(size, maxHeap / 2);
  }

  private static boolean isOn(Configuration conf, Setting setting) {
    return switch (Values.text(conf, setting)) {
      case "on" -> true;
      case "off" -> false;
      default -> throw Values.invalid(conf, setting);
    };
  }
}
