// SPDX-License-Identifier: Apache-2.0
package org.athanor.cli.cluster;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.athanor.cli.usage.UsageException;
import org.athanor.cluster.artifact.ArtifactSet;
import org.athanor.cluster.artifact.ArtifactStore;
import org.athanor.cluster.artifact.Distribution;
import org.athanor.cluster.artifact.Distributions;
import org.athanor.cluster.artifact.InstalledHome;
import org.athanor.cluster.artifact.JavaRange;
import org.athanor.cluster.artifact.Tools;
import org.athanor.cluster.hadoop.Worker;

/**
 * The Hadoop to run: an installed one, or a version to fetch.
 *
 * @param name as stored in the cluster's state: a version or a home
 */
record HadoopChoice(String name, Optional<Distribution> installed, Optional<ArtifactSet> set) {
  private static final String FRAMEWORK = "hadoop";

  /**
   * @param text what the user wrote; null chooses the default version
   */
  static HadoopChoice of(String text) throws UsageException {
    Distributions known = Distributions.bundled();
    if (text != null && (text.contains("/") || Files.isDirectory(Path.of(text)))) {
      try {
        Distribution home = InstalledHome.read(FRAMEWORK, Path.of(text));
        return new HadoopChoice(home.home().toString(), Optional.of(home), Optional.empty());
      } catch (IOException e) {
        throw new UsageException("--hadoop=" + text + ": " + e.getMessage(), e);
      }
    }
    String version = text == null ? known.defaultVersion(FRAMEWORK) : text;
    try {
      ArtifactSet set = known.set(FRAMEWORK, version);
      return new HadoopChoice(version, Optional.empty(), Optional.of(set));
    } catch (IllegalArgumentException e) {
      throw new UsageException("--hadoop=" + text + ": " + e.getMessage(), e);
    }
  }

  /** The Java releases that this Hadoop runs on. */
  JavaRange java() {
    String version = installed.map(Distribution::version).orElse(name);
    return Distributions.bundled().java(FRAMEWORK, version);
  }

  /** Why this release cannot have such workers; one line for each reason. */
  List<String> problems(List<Worker> workers) {
    String version = installed.map(Distribution::version).orElse(name);
    if (!version.matches("3\\.[0-3]\\..*|[12]\\..*")) {
      return List.of();
    }
    return workers.stream()
        .flatMap(worker -> worker.volumes().stream())
        .distinct()
        .flatMap(volumes -> volumes.problemBefore34(version).stream())
        .toList();
  }

  /** Returns the installed Hadoop, or fetches the version if it is not in the store. */
  Distribution distribution(Consumer<String> progress) throws IOException, InterruptedException {
    if (installed.isPresent()) {
      return installed.get();
    }
    Optional<Path> project = Optional.ofNullable(System.getProperty("athanor.home")).map(Path::of);
    ArtifactStore store =
        new ArtifactStore(
            ArtifactStore.defaultRoot(System.getenv()),
            Tools.find(System.getenv(), project),
            progress);
    return InstalledHome.read(FRAMEWORK, store.fetch(set.orElseThrow()));
  }
}
