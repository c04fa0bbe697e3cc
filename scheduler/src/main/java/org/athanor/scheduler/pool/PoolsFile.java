// SPDX-License-Identifier: Apache-2.0
package org.athanor.scheduler.pool;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import org.athanor.yaml.Place;
import org.athanor.yaml.Problem;
import org.athanor.yaml.Section;
import org.athanor.yaml.Types;
import org.athanor.yaml.YamlNode;
import org.athanor.yaml.YamlReader;

/**
 * A file of pools that was read: the pools, or all of its problems.
 *
 * @param pools in the order of the file; empty if there are problems
 * @param problems everything that is wrong, ordered by line
 */
public record PoolsFile(List<Pool> pools, List<Problem> problems) {

  /** Reads a file. Never throws: every error, even a missing file, becomes a problem. */
  public static PoolsFile read(Path file) {
    try {
      return parse(file, Files.readAllBytes(file));
    } catch (IOException e) {
      String why = e instanceof NoSuchFileException ? "there is no such file" : e.getMessage();
      return new PoolsFile(
          List.of(), List.of(new Problem(file.toString(), 0, "cannot be read: " + why)));
    }
  }

  static PoolsFile parse(Path file, byte[] content) {
    List<Problem> problems = new ArrayList<>();
    List<Pool> pools =
        new YamlReader(file.toString(), "docs/scheduling.md has an example", problems)
            .read(content)
            .map(PoolsFile::readAll)
            .orElse(List.of());
    return new PoolsFile(
        problems.isEmpty() ? pools : List.of(),
        problems.stream().distinct().sorted(Comparator.comparingInt(Problem::line)).toList());
  }

  private static List<Pool> readAll(Place document) {
    Section top = new Section(document, Keys.TOP);
    Map<String, Place> places = top.place(Keys.POOLS).flatMap(Place::keys).orElse(Map.of());
    List<Pool> pools = new ArrayList<>();
    places.forEach(
        (name, place) -> {
          YamlNode scalar = new YamlNode.Scalar(place.line(), name, true);
          Types.name()
              .read(
                  new Place(
                      place.file(), place.line(), Keys.POOLS.name(), scalar, place.problems()));
          Section section = new Section(place, "a pool", Keys.POOL);
          pools.add(
              new Pool(
                  name,
                  section.get(Keys.WEIGHT).orElse(1.0),
                  section.get(Keys.VCORES).map(OptionalDouble::of).orElse(OptionalDouble.empty()),
                  section.get(Keys.JOBS).map(OptionalInt::of).orElse(OptionalInt.empty())));
        });
    return pools;
  }
}
