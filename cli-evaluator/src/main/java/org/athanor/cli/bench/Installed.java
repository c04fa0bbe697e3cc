// SPDX-License-Identifier: Apache-2.0
package org.athanor.cli.bench;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.Consumer;
import org.athanor.bench.experiment.run.Facilities;
import org.athanor.bench.experiment.run.StandardFacilities;
import org.athanor.bench.framework.Frameworks;
import org.athanor.bench.framework.Site.Installation;
import org.athanor.cli.Version;
import org.athanor.cluster.artifact.ArtifactStore;
import org.athanor.cluster.artifact.Distributions;
import org.athanor.cluster.artifact.Tools;

/** The facilities for experiments that this installation has. */
final class Installed {
  /** Directory of the launcher; set by it. */
  private static final String HOME_PROPERTY = "athanor.home";

  /** Directory of the jars; set by the launcher. */
  private static final String LIB_PROPERTY = "athanor.lib";

  private Installed() {}

  /**
   * @param progress receives a line for each step of downloads and daemons
   * @throws IOException if the command was not started by the launcher
   */
  static Facilities facilities(Consumer<String> progress) throws IOException {
    Path home = property(HOME_PROPERTY);
    String version = Version.athanor();
    Distributions distributions = Distributions.bundled();
    Tools tools = Tools.find(System.getenv(), Optional.of(home));
    return new StandardFacilities(
        new Installation(home.resolve("athanor"), property(LIB_PROPERTY)),
        ArtifactStore.defaultRoot(System.getenv()),
        version,
        new Frameworks(distributions, tools, progress, version),
        distributions,
        tools,
        progress);
  }

  private static Path property(String property) throws IOException {
    String value = System.getProperty(property);
    if (value == null) {
      throw new IOException(property + " is not set: start bench with the script athanor");
    }
    return Path.of(value);
  }
}
