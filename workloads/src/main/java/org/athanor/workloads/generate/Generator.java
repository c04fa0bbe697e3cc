// SPDX-License-Identifier: Apache-2.0
package org.athanor.workloads.generate;

import java.util.Map;

/**
 * A kind of input with its options. Immutable, thread-safe.
 *
 * <p>A change of what one writes needs a new {@link #VERSION}, and one in the evaluator's names of
 * datasets.
 */
public interface Generator {

  /** Of what all generators write. */
  int VERSION = 1;

  /** All that the content depends on, but the seed, in one line. */
  String identity();

  /** How many bytes and records it is to have; the part files share them evenly. */
  Quota quota();

  /**
   * The records of a part.
   *
   * @param firstRecord number of records in the parts before it; 0 if the quota is in bytes
   */
  RecordSource part(int part, long firstRecord);

  /** Further files of the dataset, name → content. */
  default Map<String, byte[]> companions() {
    return Map.of();
  }

  /**
   * When a dataset is large enough: one of the two is {@link Long#MAX_VALUE}.
   *
   * @param bytes at least so many, and less than a record more in each part
   * @param records exactly so many
   * @param parts number of files
   */
  record Quota(long bytes, long records, int parts) {
    private static final long PART_BYTES = 128L << 20;

    static Quota ofBytes(long bytes) {
      return new Quota(bytes, Long.MAX_VALUE, parts(bytes));
    }

    static Quota ofRecords(long records, double bytesPerRecord) {
      return new Quota(Long.MAX_VALUE, records, parts((long) (records * bytesPerRecord)));
    }

    private static int parts(long bytes) {
      return (int) Math.max(1, Math.min(99_999, (bytes + PART_BYTES - 1) / PART_BYTES));
    }

    /** Records of the parts before one. */
    long recordsBefore(int part) {
      return records == Long.MAX_VALUE ? 0 : share(records, part);
    }

    long recordsOf(int part) {
      return records == Long.MAX_VALUE ? records : share(records, part + 1) - share(records, part);
    }

    long bytesOf(int part) {
      return bytes == Long.MAX_VALUE ? bytes : share(bytes, part + 1) - share(bytes, part);
    }

    private long share(long all, int part) {
      return all / parts * part + Math.min(part, all % parts);
    }
  }
}
