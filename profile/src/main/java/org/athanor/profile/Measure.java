// SPDX-License-Identifier: Apache-2.0
package org.athanor.profile;

import java.util.Optional;
import org.athanor.profile.run.Amount;
import org.athanor.profile.run.Resource;
import org.athanor.profile.run.Run;

/**
 * What runs are compared by: wall time, or a resource over all nodes.
 *
 * @param resource empty for wall time
 */
public record Measure(Optional<Resource> resource) {
  public static final Measure WALL_SECONDS = new Measure(Optional.empty());

  public static Measure of(Resource resource) {
    return new Measure(Optional.of(resource));
  }

  /** Its column in {@code run_summary}, and its name with the unit. */
  public String id() {
    return resource.map(Resource::id).orElse("wall_seconds");
  }

  /** That of a run, if it is known. */
  public Amount of(Run run) {
    return resource.map(run::total).orElseGet(() -> Amount.of(run.execution().wallSeconds()));
  }
}
