// SPDX-License-Identifier: Apache-2.0
package org.athanor.scheduler.predict;

import java.time.Instant;
import java.util.OptionalDouble;
import org.athanor.scheduler.ledger.Resources;

/**
 * A run that succeeded.
 *
 * @param configuration identifies the settings of application and cluster; runs with different
 *     settings are not compared
 * @param ended when it ended
 * @param bytes size of the input, from 0
 * @param seconds duration, above 0
 * @param joules energy above that of idle nodes, from 0; empty if it was not measured
 * @param resources what it used on average; not known if vcores or memory are 0
 */
public record MeasuredRun(
    String application,
    String cluster,
    String configuration,
    Instant ended,
    double bytes,
    double seconds,
    OptionalDouble joules,
    Resources resources) {

  /** Makes a run; numbers out of range are errors of the caller. */
  public MeasuredRun {
    if (!(bytes >= 0) || !(seconds > 0) || !(joules.orElse(0) >= 0)) {
      throw new IllegalArgumentException(
          "run of "
              + application
              + ": bytes "
              + bytes
              + ", seconds "
              + seconds
              + ", joules "
              + joules
              + "; must be 0 or more, seconds above 0");
    }
  }
}
