// SPDX-License-Identifier: Apache-2.0
package org.athanor.cluster.artifact;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The machine's own clients of artifact repositories, with the mirrors, proxies and certificates
 * that are configured for them. A missing command is an empty list.
 *
 * @param maven such as {@code [/usr/bin/mvn]}
 * @param pip such as {@code [/usr/bin/python3, -m, pip]}
 * @param tar unpacks a source distribution that pip has downloaded
 */
public record Tools(List<String> maven, List<String> pip, List<String> tar) {

  public Tools {
    maven = List.copyOf(maven);
    pip = List.copyOf(pip);
    tar = List.copyOf(tar);
  }

  /**
   * Finds the tools on the {@code PATH} of an environment. Without {@code mvn}, the {@code mvnw} of
   * a project is used if the path has the programs with which it downloads Maven: {@code unzip},
   * because its checksum is that of the zip file, and {@code curl}, {@code wget} or {@code javac}.
   *
   * @param project directory of a Maven project with a wrapper, such as Athanor's own
   */
  public static Tools find(Map<String, String> environment, Optional<Path> project) {
    String path = environment.getOrDefault("PATH", "");
    List<String> maven = program(path, "mvn");
    if (maven.isEmpty() && canDownload(path)) {
      maven =
          project
              .map(directory -> directory.resolve("mvnw"))
              .filter(Files::isExecutable)
              .map(wrapper -> List.of(wrapper.toAbsolutePath().toString()))
              .orElse(List.of());
    }
    List<String> pip = program(path, "pip3");
    return new Tools(maven, pip.isEmpty() ? program(path, "pip") : pip, program(path, "tar"));
  }

  private static boolean canDownload(String path) {
    return !program(path, "unzip").isEmpty()
        && Stream.of("curl", "wget", "javac").anyMatch(name -> !program(path, name).isEmpty());
  }

  private static List<String> program(String path, String name) {
    for (String directory : path.split(File.pathSeparator, -1)) {
      Path candidate = Path.of(directory, name);
      if (!directory.isEmpty() && Files.isExecutable(candidate) && !Files.isDirectory(candidate)) {
        return List.of(candidate.toAbsolutePath().toString());
      }
    }
    return List.of();
  }
}
