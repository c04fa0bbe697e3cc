// SPDX-License-Identifier: Apache-2.0
package org.athanor.simulator.file;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.athanor.simulator.cluster.ClusterSpec;
import org.athanor.yaml.Place;
import org.athanor.yaml.Problem;
import org.athanor.yaml.Section;
import org.athanor.yaml.YamlReader;

/**
 * The cluster of a scenario file, for those who have accesses of their own. Other keys of the file
 * must be known ones, and mean nothing here.
 *
 * @param cluster empty if there are problems
 * @param problems everything that is wrong with it
 */
public record ClusterFile(Optional<ClusterSpec> cluster, List<Problem> problems) {

  /** Reads a file. Never throws: every error, even a missing file, becomes a problem. */
  public static ClusterFile read(Path file) {
    return read(file, false);
  }

  /**
   * As {@link #read(Path)}.
   *
   * @param hasJobs whether nodes must run tasks
   */
  static ClusterFile read(Path file, boolean hasJobs) {
    List<Problem> problems = new ArrayList<>();
    Optional<Place> document;
    try {
      document =
          new YamlReader(file.toString(), "athanor simulate init writes an example", problems)
              .read(Files.readAllBytes(file));
    } catch (IOException unreadable) {
      String why = "cannot be read: " + ScenarioFile.reason(unreadable);
      return new ClusterFile(Optional.empty(), List.of(new Problem(file.toString(), 0, why)));
    }
    Optional<ClusterSpec> cluster =
        document
            .flatMap(top -> new Section(top, Keys.TOP).place(Keys.CLUSTER))
            .flatMap(place -> ClusterReader.read(place, hasJobs));
    return new ClusterFile(cluster.filter(unused -> problems.isEmpty()), List.copyOf(problems));
  }
}
