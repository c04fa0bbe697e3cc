// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.config;

import java.util.Locale;
import org.apache.hadoop.conf.Configuration;

/**
 * What a job allows against uneven reduces (Flame-MR's load balancing mode, thesis §4.3.3).
 *
 * @param mode where a large partition may be cut
 * @param chunks the most chunks of one partition, at least 2; 0 means two per engine thread
 */
public record SkewSettings(Mode mode, int chunks) {
  private static final int MAX_CHUNKS = 256;

  /** Where a large partition may be cut, so that several threads reduce it. */
  public enum Mode {
    /** Nowhere: one thread reduces it, as on Hadoop. */
    OFF,
    /** Between groups of keys, where the output is then known to be the same. */
    COHERENT,
    /** Anywhere, also within a group, for jobs that tolerate that. */
    FREE
  }

  /**
   * Reads a job's settings.
   *
   * @throws InvalidSettingException if one has a value that is not allowed
   */
  public static SkewSettings of(Configuration conf) {
    Mode mode =
        switch (Values.text(conf, EngineKeys.SKEW_MODE).toLowerCase(Locale.ROOT)) {
          case "off" -> Mode.OFF;
          case "coherent" -> Mode.COHERENT;
          case "free" -> Mode.FREE;
          default -> throw Values.invalid(conf, EngineKeys.SKEW_MODE);
        };
    int chunks = (int) Values.number(conf, EngineKeys.SKEW_CHUNKS, 0, MAX_CHUNKS);
    if (chunks == 1) {
      throw Values.invalid(conf, EngineKeys.SKEW_CHUNKS);
    }
    return new SkewSettings(mode, chunks);
  }

  /**
   * Returns into how many chunks a large partition is cut at most; 1 if it is not. By default there
   * are two for each thread, so that the threads end at about the same time although chunks differ:
   * the cost of a group may grow with its square, and a cut may leave most of a group in one chunk.
   *
   * @param threads of the Worker
   */
  public int chunks(int threads) {
    if (mode == Mode.OFF) {
      return 1;
    }
    int byDefault = threads == 1 ? 1 : Math.min(MAX_CHUNKS, 2 * threads);
    return chunks == 0 ? byDefault : chunks;
  }
}
