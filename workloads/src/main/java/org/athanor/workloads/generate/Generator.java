// SPDX-License-Identifier: Apache-2.0
package org.athanor.workloads.generate;

import java.util.List;
import java.util.Map;

/**
 * A kind of input with its options. Immutable, thread-safe.
 *
 * <p>A change of the output of a generator requires a new {@link #VERSION}, also in the evaluator's
 * names of datasets.
 */
public interface Generator extends DataFiles {

  /** Version of the output of all generators. */
  int VERSION = 1;

  /** Returns in one line all that the content depends on, except the seed. */
  String identity();

  /** Returns the part files of further directories of the dataset. */
  default List<DataFiles> others() {
    return List.of();
  }

  /** Returns further files of the dataset, name → content. */
  default Map<String, byte[]> companions() {
    return Map.of();
  }

  /**
   * The size of a dataset, in bytes or in records; the other one is {@link Long#MAX_VALUE}.
   *
   * @param bytes minimum size in bytes; each part exceeds its share by less than a record
   * @param records exact number of records
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

    /** Returns the same size in another number of files. */
    Quota inParts(int number) {
      return new Quota(bytes, records, number);
    }

    private static int parts(long bytes) {
      return (int) Math.max(1, Math.min(99_999, (bytes + PART_BYTES - 1) / PART_BYTES));
    }

    /** Returns the number of records in the parts before this one. */
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
