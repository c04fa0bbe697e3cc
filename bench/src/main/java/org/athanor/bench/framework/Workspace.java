// SPDX-License-Identifier: Apache-2.0
package org.athanor.bench.framework;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.athanor.cluster.Command;
import org.athanor.cluster.CommandResult;
import org.athanor.cluster.Node;
import org.athanor.cluster.PrivateDirectory;
import org.athanor.cluster.artifact.NodeCopy;

/**
 * The directories of one deployment, at the same paths on every node: {@code conf}, {@code logs}
 * and {@code tmp}, in a directory that no other deployment uses.
 */
final class Workspace {

  private static final Duration COMMAND_TIMEOUT = Duration.ofSeconds(30);

  private final Site site;
  private final Path directory;

  private Workspace(Site site, Path directory) {
    this.site = site;
    this.directory = directory;
  }

  /**
   * Creates the directories on every node.
   *
   * @param files name → text of each configuration file
   */
  static Workspace create(Site site, String name, Map<String, String> files)
      throws IOException, InterruptedException {
    Workspace workspace = reserve(site, name);
    workspace.publish(files);
    return workspace;
  }

  /** A workspace whose directories are not created. */
  static Workspace notCreated(Site site, String name) {
    return new Workspace(site, site.work().resolve(name));
  }

  /** Reserves the directory, so that configuration files can contain its path. */
  static Workspace reserve(Site site, String name) throws IOException {
    Files.createDirectories(site.work());
    return new Workspace(site, Files.createTempDirectory(site.work(), name + "-"));
  }

  /**
   * Writes the configuration files and makes all directories on every node, for this user alone:
   * settings may be passwords.
   */
  void publish(Map<String, String> files) throws IOException, InterruptedException {
    Files.createDirectories(configuration());
    for (Map.Entry<String, String> file : files.entrySet()) {
      Files.writeString(configuration().resolve(file.getKey()), file.getValue());
    }
    for (Node node : site.nodes()) {
      new PrivateDirectory(directory, "name another directory: work").make(node, site.mark());
      CommandResult made =
          node.run(
              site.mark(),
              Command.of(
                  Stream.concat(
                          Stream.of(
                              "mkdir",
                              "-p",
                              logs().toString(),
                              temporary().toString(),
                              events().toString()),
                          spill().stream().map(Path::toString))
                      .toList()),
              COMMAND_TIMEOUT);
      if (made.status() != 0) {
        throw new IOException(node.name() + ": " + made.errors().strip());
      }
      NodeCopy.ensure(node, site.mark(), configuration());
    }
  }

  Path configuration() {
    return directory.resolve("conf");
  }

  Path logs() {
    return directory.resolve("logs");
  }

  /** Directory of daemons that keep all of their files below one directory. */
  Path daemons() {
    return directory.resolve("daemons");
  }

  /** Directory of the records that a framework keeps of the last trial only. */
  Path events() {
    return directory.resolve("events");
  }

  Path temporary() {
    return directory.resolve("tmp");
  }

  /** The directories for intermediate data: those of the site, or {@link #temporary}. */
  List<Path> spill() {
    return site.files().spill().isEmpty()
        ? List.of(temporary())
        : site.files().spill().stream()
            .map(place -> place.resolve(directory.getFileName()))
            .toList();
  }

  /** The directories for intermediate data, separated by commas. */
  String spillText() {
    return spill().stream().map(Path::toString).collect(Collectors.joining(","));
  }
}
