// SPDX-License-Identifier: Apache-2.0
package org.athanor.agent.probe;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The positions of a JVM's counters in its {@code hsperfdata} file, the memory that HotSpot shares
 * with tools like {@code jstat}; format version 2.0. Numbers have the byte order of the machine.
 *
 * <pre>
 * 0        4     5     6     7          8    12        16         24            28          32
 * +--------+-----+-----+-----+----------+----+---------+----------+-------------+-----------+
 * | magic  |order|major|minor|accessible|used| overflow| modified | first entry | entries   |
 * +--------+-----+-----+-----+----------+----+---------+----------+-------------+-----------+
 * entry:
 * 0        4      8               12     13      14     15            16         20
 * +--------+------+---------------+------+-------+------+-------------+----------+------+
 * | length | name | vector length | type | flags | unit | variability | data     | ...  |
 * +--------+------+---------------+------+-------+------+-------------+----------+------+
 * </pre>
 *
 * <p>The magic number is big-endian. The offsets of name and data are relative to the entry's
 * start.
 */
final class PerfData {

  private static final int MAGIC = 0xcafe_c0c0;
  private static final int BYTE_ORDER = 4;
  private static final int LITTLE_ENDIAN = 1;
  private static final int MAJOR = 5;
  private static final int ACCESSIBLE = 7;
  private static final int FIRST_ENTRY = 24;
  private static final int ENTRIES = 28;
  private static final int HEADER = 32;

  private static final int NAME = 4;
  private static final int TYPE = 12;
  private static final int DATA = 16;
  private static final int ENTRY_HEADER = 20;
  private static final byte TYPE_LONG = 'J';

  private final ByteOrder order;
  private final int entries;
  private final List<Integer> heapUsed;
  private final List<Integer> collectorTimes;
  private final int ticksPerSecond;

  private PerfData(
      ByteOrder order,
      int entries,
      List<Integer> heapUsed,
      List<Integer> collectorTimes,
      int ticksPerSecond) {
    this.order = order;
    this.entries = entries;
    this.heapUsed = heapUsed;
    this.collectorTimes = collectorTimes;
    this.ticksPerSecond = ticksPerSecond;
  }

  /** Finds the counters; empty if the JVM has not yet created all of them. */
  static Optional<PerfData> parse(ByteBuffer file) throws UnavailableException {
    if (file.limit() < HEADER || file.get(ACCESSIBLE) == 0) {
      return Optional.empty();
    }
    if (file.order(ByteOrder.BIG_ENDIAN).getInt(0) != MAGIC || file.get(MAJOR) != 2) {
      throw new UnavailableException("is not of format 2.0");
    }
    ByteOrder order =
        file.get(BYTE_ORDER) == LITTLE_ENDIAN ? ByteOrder.LITTLE_ENDIAN : ByteOrder.BIG_ENDIAN;
    file.order(order);
    int entries = file.getInt(ENTRIES);
    List<Integer> heapUsed = new ArrayList<>();
    List<Integer> collectorTimes = new ArrayList<>();
    int frequency = -1;
    int entry = file.getInt(FIRST_ENTRY);
    for (int i = 0; i < entries; i++) {
      int length = entry < 0 || entry + ENTRY_HEADER > file.limit() ? 0 : file.getInt(entry);
      if (length < ENTRY_HEADER || entry + length > file.limit()) {
        throw new UnavailableException("is damaged at entry " + i + " of " + entries);
      }
      int data = entry + file.getInt(entry + DATA);
      if (file.get(entry + TYPE) == TYPE_LONG && data >= 0 && data + Long.BYTES <= file.limit()) {
        String name = name(file, entry + file.getInt(entry + NAME), entry + length);
        if (name.matches("sun\\.gc\\.generation\\.\\d+\\.space\\.\\d+\\.used")) {
          heapUsed.add(data);
        } else if (name.matches("sun\\.gc\\.collector\\.\\d+\\.time")) {
          collectorTimes.add(data);
        } else if (name.equals("sun.os.hrt.frequency")) {
          frequency = data;
        }
      }
      entry += length;
    }
    if (frequency < 0 || heapUsed.isEmpty() || collectorTimes.isEmpty()) {
      return Optional.empty();
    }
    return Optional.of(new PerfData(order, entries, heapUsed, collectorTimes, frequency));
  }

  private static String name(ByteBuffer file, int from, int limit) {
    StringBuilder name = new StringBuilder();
    for (int i = from; i >= 0 && i < limit && file.get(i) != 0; i++) {
      name.append((char) file.get(i));
    }
    return new String(
        name.toString().getBytes(StandardCharsets.ISO_8859_1), StandardCharsets.UTF_8);
  }

  /** Whether the JVM has added entries since the file was parsed. */
  boolean stale(ByteBuffer file) {
    return file.limit() < HEADER || file.order(order).getInt(ENTRIES) != entries;
  }

  /** Bytes in use in all spaces of the heap, as the collector last reported. */
  long heapUsed(ByteBuffer file) {
    return sum(file, heapUsed);
  }

  /** Seconds for which collections have stopped the JVM since its start. */
  double collectionSeconds(ByteBuffer file) {
    return (double) sum(file, collectorTimes) / file.order(order).getLong(ticksPerSecond);
  }

  private long sum(ByteBuffer file, List<Integer> offsets) {
    file.order(order);
    long sum = 0;
    for (int offset : offsets) {
      sum += file.getLong(offset);
    }
    return sum;
  }
}
