// SPDX-License-Identifier: Apache-2.0
package org.athanor.bench.framework;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.athanor.cluster.Node;
import org.athanor.cluster.Nodes;
import org.athanor.cluster.artifact.ArtifactSet;
import org.athanor.cluster.artifact.ArtifactStore;
import org.athanor.cluster.artifact.Distribution;
import org.athanor.cluster.artifact.Distributions;
import org.athanor.cluster.artifact.InstalledHome;
import org.athanor.cluster.artifact.JavaRange;
import org.athanor.cluster.artifact.NodeCopy;
import org.athanor.cluster.artifact.Tools;

/**
 * The source of a distribution: an installation, or a download into the site's cache.
 *
 * @param distribution name of the distribution, such as {@code spark}; not always the framework's
 *     kind
 * @param home directory of an installation on this machine
 * @param progress receives messages about downloads, one line each
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

  /**
   * Distinguishes an installation from others of its version; empty for a download.
   *
   * @throws IOException if it cannot be read
   */
  Optional<String> build(Site site) throws IOException, InterruptedException {
    if (home.isEmpty()) {
      return Optional.empty();
    }
    Distribution installed = locate(site);
    // Other directories may have jars, too, such as those of jobs in Spark's directory "work".
    List<String> jarDirectories =
        installed.classPath().stream()
            .map(entry -> installed.home().relativize(Path.of(entry).getParent()).toString())
            .map(name -> name.isEmpty() ? "." : name)
            .toList();
    return Optional.of(
        BuildHash.of(
            Nodes.localhost(), site.mark(), installed.home(), jarDirectories, BuildHash.FLAT));
  }

  /** Downloads the distribution if necessary, and copies it to every node. */
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
   * The installed distribution.
   *
   * @throws IOException if it is not installed
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
