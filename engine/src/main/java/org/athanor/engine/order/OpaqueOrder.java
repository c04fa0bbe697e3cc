// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.order;

import org.apache.hadoop.io.RawComparator;

/** An order that is known only through the job's comparator. */
final class OpaqueOrder extends KeyOrder {
  private final RawComparator<?> comparator;

  OpaqueOrder(RawComparator<?> comparator) {
    this.comparator = comparator;
  }

  @Override
  public long prefix(byte[] data, int offset, int length) {
    return 0;
  }

  @Override
  public boolean decides(long prefix) {
    return false;
  }

  @Override
  public int compare(byte[] a, int aOffset, int aLength, byte[] b, int bOffset, int bLength) {
    return comparator.compare(a, aOffset, aLength, b, bOffset, bLength);
  }

  @Override
  public boolean isOpaque() {
    return true;
  }
}
