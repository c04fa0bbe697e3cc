// SPDX-License-Identifier: Apache-2.0
package org.athanor.bench.framework;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.athanor.cluster.Node;
import org.athanor.cluster.artifact.ArtifactSet;
import org.athanor.cluster.artifact.ArtifactStore;
import org.athanor.cluster.artifact.Distribution;
import org.athanor.cluster.artifact.Distributions;
import org.athanor.cluster.artifact.InstalledHome;
import org.athanor.cluster.artifact.JavaRange;
import org.athanor.cluster.artifact.NodeCopy;
import org.athanor.cluster.artifact.Tools;

/**
 * Where a distribution comes from: an installed home, or one that is fetched into the site's cache.
 *
 * @param distribution such as {@code spark}; not always the framework's kind
 * @param home an installation on this machine
 * @param progress is told about downloads
 */
record Source(
    String distribution,
    String version,
    Optional<Path> home,
    Distributions distributions,
    Tools tools,
    Consumer<String> progress) {

  String title() {
    return distributions.title(distribution) + " " + version;
  }

  JavaRange java() {
    return distributions.java(distribution, version);
  }

  List<String> problems(Site site) {
    if (home.isEmpty()) {
      return store(site).problems(set());
    }
    try {
      InstalledHome.read(distribution, home.get());
      return List.of();
    } catch (IOException e) {
      return List.of("home: " + e.getMessage());
    }
  }

  /** Brings it to this machine and to every node. */
  void install(Site site) throws IOException, InterruptedException {
    if (home.isEmpty()) {
      store(site).fetch(set());
    }
    Distribution here = locate(site);
    for (Node node : site.nodes()) {
      NodeCopy.ensure(node, site.mark(), here.home());
    }
  }

  /**
   * What has been installed.
   *
   * @throws IOException if it has not
   */
  Distribution locate(Site site) throws IOException {
    return InstalledHome.read(distribution, home.orElseGet(() -> store(site).directory(set())));
  }

  private ArtifactSet set() {
    return distributions.set(distribution, version);
  }

  private ArtifactStore store(Site site) {
    return new ArtifactStore(site.cache(), tools, progress);
  }
}
