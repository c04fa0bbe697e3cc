// SPDX-License-Identifier: Apache-2.0
package org.athanor.workloads.cloudrs;

import org.apache.hadoop.conf.Configuration;

/**
 * What the user can set, in the configuration of a job.
 *
 * @param readLength shortest usual read; reads of half of it or less are dropped
 * @param largestStack reads in a stack, above which it is taken for a repeat and left out
 */
record Limits(int readLength, int largestStack) {
  /** Votes of a stack or column below which nothing is decided. */
  static final int LEAST_VOTES = 6;

  /** Least sum of the qualities of a base that wins. */
  static final int LEAST_SUM = 60;

  /** The sum of the losing base's qualities is at most that of the winner's divided by this. */
  static final int RATIO = 4;

  /** A quality from which on a vote is a strong one. */
  static final int STRONG = 20;

  /** Largest quality that counts. */
  static final int LARGEST_QUALITY = 40;

  /** Trailing bases of this quality or less are cut off. */
  static final int TRIMMED_QUALITY = 2;

  private static final String READ_LENGTH = "cloudrs.read-length";
  private static final String LARGEST_STACK = "cloudrs.largest-stack";

  void putInto(Configuration configuration) {
    configuration.setInt(READ_LENGTH, readLength);
    configuration.setInt(LARGEST_STACK, largestStack);
  }

  static Limits of(Configuration configuration) {
    return new Limits(
        configuration.getInt(READ_LENGTH, 36), configuration.getInt(LARGEST_STACK, 500));
  }

  /** Whether a read of this length is dropped. */
  boolean tooShort(int length) {
    return length <= readLength / 2;
  }

  /** Returns the quality that a character stands for, from 0 to 40. */
  static int quality(byte character) {
    return Math.max(0, Math.min(LARGEST_QUALITY, character - 33));
  }
}
