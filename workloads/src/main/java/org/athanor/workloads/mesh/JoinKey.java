// SPDX-License-Identifier: Apache-2.0
package org.athanor.workloads.mesh;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import org.apache.hadoop.io.WritableComparable;
import org.apache.hadoop.io.WritableComparator;
import org.apache.hadoop.mapreduce.Partitioner;

/**
 * The id of a vertex, and whether the value is its position, which comes first, or a corner of a
 * tetrahedron. The values of a vertex are one group. Not thread-safe.
 *
 * <pre>
 *  0       8
 *  +-------+---+
 *  |  id   | c |   id is positive, c is 0 for the position and 1 for a corner; big-endian
 *  +-------+---+
 * </pre>
 */
public final class JoinKey implements WritableComparable<JoinKey> {
  private static final int ID_BYTES = 8;
  private static final int BYTES = 9;

  private long id;
  private boolean corner;

  void set(long newId, boolean ofCorner) {
    id = newId;
    corner = ofCorner;
  }

  long id() {
    return id;
  }

  @Override
  public void write(DataOutput out) throws IOException {
    out.writeLong(id);
    out.writeBoolean(corner);
  }

  @Override
  public void readFields(DataInput in) throws IOException {
    id = in.readLong();
    corner = in.readBoolean();
  }

  @Override
  public int compareTo(JoinKey other) {
    int byId = Long.compare(id, other.id);
    return byId != 0 ? byId : Boolean.compare(corner, other.corner);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof JoinKey key && compareTo(key) == 0;
  }

  @Override
  public int hashCode() {
    return Long.hashCode(2 * id + (corner ? 1 : 0));
  }

  /** The order of keys. */
  public static final class Order extends WritableComparator {
    public Order() {
      super(JoinKey.class, true);
    }

    @Override
    public int compare(byte[] a, int atA, int lengthA, byte[] b, int atB, int lengthB) {
      return compareBytes(a, atA, BYTES, b, atB, BYTES);
    }
  }

  /** Keys of one group have the same id. */
  public static final class Group extends WritableComparator {
    public Group() {
      super(JoinKey.class, true);
    }

    @Override
    public int compare(byte[] a, int atA, int lengthA, byte[] b, int atB, int lengthB) {
      return compareBytes(a, atA, ID_BYTES, b, atB, ID_BYTES);
    }

    @Override
    @SuppressWarnings("rawtypes") // Hadoop's signature
    public int compare(WritableComparable a, WritableComparable b) {
      return Long.compare(((JoinKey) a).id, ((JoinKey) b).id);
    }
  }

  /** The keys of a vertex go to one partition. */
  public static final class ById extends Partitioner<JoinKey, JoinValue> {
    @Override
    public int getPartition(JoinKey key, JoinValue value, int partitions) {
      return (int) (((key.id * 0x9E3779B97F4A7C15L) >>> 33) % partitions);
    }
  }
}
