// SPDX-License-Identifier: Apache-2.0
package org.athanor.workloads.program;

import java.io.Serializable;
import java.util.Arrays;
import java.util.Comparator;

/** Orders byte arrays like Hadoop's Text and BytesWritable: unsigned, lexicographic. */
public final class BytesOrder implements Comparator<byte[]>, Serializable {
  private static final long serialVersionUID = 1;

  @Override
  public int compare(byte[] left, byte[] right) {
    return Arrays.compareUnsigned(left, right);
  }
}
