// SPDX-License-Identifier: Apache-2.0
package org.athanor.bench.experiment.run;

import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import org.athanor.bench.experiment.Experiment;
import org.athanor.bench.experiment.FrameworkSpec;
import org.athanor.bench.framework.FileSystem;
import org.athanor.bench.framework.Framework;
import org.athanor.bench.framework.Site;

/** Finds out which build each installation of the user is: two may have the same version. */
final class Builds {
  private final Testbed testbed;
  private final Path cache;
  private final RunListener listener;

  Builds(Testbed testbed, Path cache, RunListener listener) {
    this.testbed = testbed;
    this.cache = cache;
    this.listener = listener;
  }

  /**
   * Framework's label → its {@link Framework#build}. One that cannot be read is left out, with a
   * warning: its trials will say why.
   *
   * @param used labels of the frameworks to look at
   */
  Map<String, String> of(Experiment experiment, Map<String, Framework> frameworks, Set<String> used)
      throws InterruptedException {
    Map<String, String> builds = new LinkedHashMap<>();
    for (FrameworkSpec spec : experiment.frameworks()) {
      if (spec.home().isPresent() && used.contains(spec.label())) {
        listener.doing("looking at the build of " + spec.label());
        try {
          Site site =
              testbed.site(
                  experiment.sizes().get(0),
                  experiment.network(spec),
                  FileSystem.of("file:///"),
                  cache);
          frameworks.get(spec.label()).build(site).ifPresent(it -> builds.put(spec.label(), it));
        } catch (IOException unknown) {
          listener.warning("the build of " + spec.label() + ": " + unknown.getMessage());
        }
      }
    }
    return builds;
  }
}
