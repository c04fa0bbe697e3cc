// SPDX-License-Identifier: Apache-2.0
package org.athanor.profile.run;

import java.util.Optional;

/**
 * The origin of an entry.
 *
 * @param producer program that measured the run, {@code bench} or {@code scheduler}
 * @param version of the producer
 * @param experiment name of the experiment, if the run was part of one
 * @param trial name within the experiment, or name of the job
 */
public record Origin(String producer, String version, Optional<String> experiment, String trial) {

  public Origin {
    Checks.text("producer", producer);
    Checks.text("version", version);
    Checks.text("experiment", experiment);
    Checks.text("trial", trial);
  }
}
