// SPDX-License-Identifier: Apache-2.0
package org.athanor.tiering.image;

/** Whether something is so, if an image tells it. */
public enum Knowledge {
  /** It is so. */
  YES,
  /** It is not so. */
  NO,
  /** The format of the image, or the options by which it was written, leave it out. */
  UNKNOWN;

  /** YES or NO. */
  public static Knowledge of(boolean value) {
    return value ? YES : NO;
  }
}
