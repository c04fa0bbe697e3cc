// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.exchange;

import org.athanor.engine.order.KeyOrder;

/** For reading records in the order in which they are: no key is looked at. Stateless. */
final class AnyOrder extends KeyOrder {
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
    throw new UnsupportedOperationException("records are only copied");
  }
}
