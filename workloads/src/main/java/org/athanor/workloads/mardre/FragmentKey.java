// SPDX-License-Identifier: Apache-2.0
package org.athanor.workloads.mardre;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import org.apache.hadoop.io.WritableComparable;
import org.apache.hadoop.io.WritableComparator;
import org.apache.hadoop.mapreduce.Partitioner;

/**
 * Prefix and position of a fragment. Fragments of a prefix are one group, in the order of the
 * input, so that the result does not depend on the numbers of maps and reduces. Not thread-safe.
 *
 * <pre>
 *  0          8            16
 *  +----------+------------+
 *  |  prefix  |  position  |   both not negative, big-endian: order of bytes is order of numbers
 *  +----------+------------+
 * </pre>
 */
public final class FragmentKey implements WritableComparable<FragmentKey> {
  private static final int PREFIX_BYTES = 8;
  private static final int BYTES = 16;

  private long prefix;
  private long position;

  void set(long newPrefix, long newPosition) {
    prefix = newPrefix;
    position = newPosition;
  }

  long prefix() {
    return prefix;
  }

  @Override
  public void write(DataOutput out) throws IOException {
    out.writeLong(prefix);
    out.writeLong(position);
  }

  @Override
  public void readFields(DataInput in) throws IOException {
    prefix = in.readLong();
    position = in.readLong();
  }

  @Override
  public int compareTo(FragmentKey other) {
    int byPrefix = Long.compare(prefix, other.prefix);
    return byPrefix != 0 ? byPrefix : Long.compare(position, other.position);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof FragmentKey key && compareTo(key) == 0;
  }

  @Override
  public int hashCode() {
    return Long.hashCode(prefix * 31 + position);
  }

  /** The order of keys. */
  public static final class Order extends WritableComparator {
    public Order() {
      super(FragmentKey.class, true);
    }

    @Override
    public int compare(byte[] a, int atA, int lengthA, byte[] b, int atB, int lengthB) {
      return compareBytes(a, atA, BYTES, b, atB, BYTES);
    }
  }

  /** Keys of one group have the same prefix. */
  public static final class Group extends WritableComparator {
    public Group() {
      super(FragmentKey.class, true);
    }

    @Override
    public int compare(byte[] a, int atA, int lengthA, byte[] b, int atB, int lengthB) {
      return compareBytes(a, atA, PREFIX_BYTES, b, atB, PREFIX_BYTES);
    }

    @Override
    @SuppressWarnings("rawtypes") // Hadoop's signature
    public int compare(WritableComparable a, WritableComparable b) {
      return Long.compare(((FragmentKey) a).prefix, ((FragmentKey) b).prefix);
    }
  }

  /** The keys of a prefix go to one partition. */
  public static final class ByPrefix extends Partitioner<FragmentKey, Fragment> {
    private static final long GOLDEN = 0x9E3779B97F4A7C15L;

    @Override
    public int getPartition(FragmentKey key, Fragment fragment, int partitions) {
      return (int) (((key.prefix * GOLDEN) >>> 33) % partitions);
    }
  }
}
