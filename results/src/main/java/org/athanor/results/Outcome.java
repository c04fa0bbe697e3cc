// SPDX-License-Identifier: Apache-2.0
package org.athanor.results;

/** How a trial ended. Statistics use {@link #VERIFIED} trials only. */
public enum Outcome {
  /** It ended by itself, without an error, and a check has shown that its output is correct. */
  VERIFIED,
  /** It ended with a non-zero exit status, or its log has errors. */
  FAILED,
  /** It was killed because it took longer than the experiment allows. */
  TIMED_OUT,
  /** It reported success, but its output is wrong or missing. */
  WRONG_OUTPUT
}
