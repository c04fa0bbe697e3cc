// SPDX-License-Identifier: Apache-2.0
package org.athanor.profile;

import java.util.Optional;
import org.athanor.profile.run.Amount;
import org.athanor.profile.run.Resource;
import org.athanor.profile.run.Run;

/**
 * A quantity in which runs are compared: wall time, or the use of a resource on all nodes.
 *
 * @param resource empty for wall time
 */
public record Measure(Optional<Resource> resource) {
  public static final Measure WALL_SECONDS = new Measure(Optional.empty());

  public static Measure of(Resource resource) {
    return new Measure(Optional.of(resource));
  }

  /** The measure's column in {@code run_summary}, which is also its name with the unit. */
  public String id() {
    return resource.map(Resource::id).orElse("wall_seconds");
  }

  /** The amount of a run, if it is known. */
  public Amount of(Run run) {
    return resource.map(run::total).orElseGet(() -> Amount.of(run.execution().wallSeconds()));
  }
}
