// SPDX-License-Identifier: Apache-2.0
package org.athanor.results;

/** How a trial ended. Only {@link #VERIFIED} ones enter a statistic. */
public enum Outcome {
  /** It ended by itself, without an error, and its output was checked and is right. */
  VERIFIED,
  /** Non-zero exit status, or errors in its log. */
  FAILED,
  /** It was ended because it took longer than the experiment allows. */
  TIMED_OUT,
  /** It claimed success, and its output is wrong or missing. */
  WRONG_OUTPUT
}
