// SPDX-License-Identifier: Apache-2.0
package org.athanor.scheduler.replay;

import java.util.List;

/**
 * How decisions compare with recorded ones.
 *
 * @param policy that decided, as users give it
 * @param views how often it was asked
 * @param decisions that were recorded: jobs that were ready, each time counted
 * @param differences number of decisions that are different now
 * @param shown the first of them, in one line each
 * @param notes what of the recording is missing, in one line each
 */
public record ReplayResult(
    String policy,
    long views,
    long decisions,
    long differences,
    List<String> shown,
    List<String> notes) {
  /** Makes it, with copies of the lists. */
  public ReplayResult {
    shown = List.copyOf(shown);
    notes = List.copyOf(notes);
  }
}
