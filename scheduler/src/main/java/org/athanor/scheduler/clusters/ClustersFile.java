// SPDX-License-Identifier: Apache-2.0
package org.athanor.scheduler.clusters;

import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.athanor.yaml.Place;
import org.athanor.yaml.Problem;
import org.athanor.yaml.YamlReader;

/**
 * A file of clusters that was read: the clusters, or all of its problems.
 *
 * @param clusters in the order of the file; empty if there are problems
 * @param regions of the storage that they share
 * @param problems everything that is wrong, ordered by line
 */
public record ClustersFile(List<Cluster> clusters, StorageRegions regions, List<Problem> problems) {

  /**
   * Reads a file, and the {@code yarn-site.xml} of each YARN cluster whose ResourceManagers it does
   * not name. Never throws: every error, even a missing file, becomes a problem.
   */
  public static ClustersFile read(Path file) {
    try {
      return parse(file, Files.readAllBytes(file));
    } catch (IOException unreadable) {
      String why = "cannot be read: " + reason(unreadable);
      return new ClustersFile(
          List.of(), StorageRegions.NONE, List.of(new Problem(file.toString(), 0, why)));
    }
  }

  /** Why a file could not be read, in a few words. */
  static String reason(IOException error) {
    if (error instanceof NoSuchFileException) {
      return "there is no such file";
    }
    return error instanceof FileSystemException some && some.getReason() != null
        ? some.getReason()
        : String.valueOf(error.getMessage());
  }

  static ClustersFile parse(Path file, byte[] content) {
    List<Problem> problems = new ArrayList<>();
    Path directory = file.toAbsolutePath().getParent();
    ClusterReader reader = new ClusterReader(directory);
    Optional<Place> document =
        new YamlReader(file.toString(), "docs/scheduling.md has an example", problems)
            .read(content);
    List<Cluster> clusters = document.map(reader::readAll).orElse(List.of());
    StorageRegions regions = document.map(reader::regions).orElse(StorageRegions.NONE);
    if (!clusters.isEmpty()) {
      reader.checkRegions(document.orElseThrow(), clusters, regions);
      reader.checkPowerDown(document.orElseThrow(), clusters);
    }
    return new ClustersFile(
        problems.isEmpty() ? clusters : List.of(),
        regions,
        problems.stream().distinct().sorted(Comparator.comparingInt(Problem::line)).toList());
  }
}
