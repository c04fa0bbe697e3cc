// SPDX-License-Identifier: Apache-2.0
package org.athanor.workloads.mapreduce;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.io.WritableComparable;
import org.apache.hadoop.io.WritableComparator;
import org.apache.hadoop.mapreduce.Partitioner;

/**
 * Key of a join by page: the address of the page, then whether the value is of a visit, so that the
 * page comes before its visits. Serialised form: the text, then a byte, 0 or 1.
 */
public final class PageKey implements WritableComparable<PageKey> {
  private final Text url = new Text();
  private boolean visit;

  /** Sets the kind of value, and returns the address to be filled in. */
  Text of(boolean newVisit) {
    visit = newVisit;
    return url;
  }

  boolean isVisit() {
    return visit;
  }

  @Override
  public void write(DataOutput out) throws IOException {
    url.write(out);
    out.writeBoolean(visit);
  }

  @Override
  public void readFields(DataInput in) throws IOException {
    url.readFields(in);
    visit = in.readBoolean();
  }

  @Override
  public int compareTo(PageKey other) {
    int order = url.compareTo(other.url);
    return order == 0 ? Boolean.compare(visit, other.visit) : order;
  }

  @Override
  public boolean equals(Object object) {
    return object instanceof PageKey other && url.equals(other.url) && visit == other.visit;
  }

  @Override
  public int hashCode() {
    return 31 * url.hashCode() + Boolean.hashCode(visit);
  }

  /** Compares all of two keys as they are serialised. */
  public static final class Order extends WritableComparator {
    private static final Text.Comparator TEXTS = new Text.Comparator();

    public Order() {
      super(PageKey.class);
    }

    @Override
    public int compare(byte[] left, int at, int length, byte[] right, int from, int size) {
      int order = TEXTS.compare(left, at, length - 1, right, from, size - 1);
      return order == 0 ? Byte.compare(left[at + length - 1], right[from + size - 1]) : order;
    }
  }

  /** Compares the pages of two keys as they are serialised. */
  public static final class ByPage extends WritableComparator {
    private static final Text.Comparator TEXTS = new Text.Comparator();

    public ByPage() {
      super(PageKey.class, true);
    }

    @Override
    public int compare(byte[] left, int at, int length, byte[] right, int from, int size) {
      return TEXTS.compare(left, at, length - 1, right, from, size - 1);
    }

    @Override
    @SuppressWarnings("rawtypes") // as Hadoop declares it
    public int compare(WritableComparable left, WritableComparable right) {
      return ((PageKey) left).url.compareTo(((PageKey) right).url);
    }
  }

  /** Sends page and visits to the same reduce. {@code V} is the type of the values. */
  public static final class Pages<V> extends Partitioner<PageKey, V> {
    @Override
    public int getPartition(PageKey key, V value, int parts) {
      return (key.url.hashCode() & Integer.MAX_VALUE) % parts;
    }
  }
}
