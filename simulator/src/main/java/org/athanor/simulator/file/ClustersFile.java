// SPDX-License-Identifier: Apache-2.0
package org.athanor.simulator.file;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.athanor.simulator.run.Scenario;
import org.athanor.yaml.Place;
import org.athanor.yaml.Problem;
import org.athanor.yaml.Section;
import org.athanor.yaml.YamlNode;
import org.athanor.yaml.YamlNode.Entry;
import org.athanor.yaml.YamlNode.Mapping;
import org.athanor.yaml.YamlNode.Scalar;
import org.athanor.yaml.YamlReader;

/**
 * A file of jobs and several clusters that was read, or all of its problems.
 *
 * @param name that of the key {@code name}, or the file's
 * @param clusters by name, each with all jobs, as if all ran there; none if there are problems
 * @param placing how jobs are placed
 * @param problems everything that is wrong with the file, ordered by line
 */
public record ClustersFile(
    String name, Map<String, Scenario> clusters, Placing placing, List<Problem> problems) {

  private static final String NAME = "[A-Za-z0-9][A-Za-z0-9._-]{0,63}";
  private static final String HELP = "docs/simulation.md describes files of several clusters";

  /**
   * Reads a file, and all that it names. Never throws: every error, even a missing file, becomes a
   * problem.
   *
   * @param seed instead of that of the file
   * @param sources of what the file names
   */
  public static ClustersFile read(Path file, OptionalLong seed, Sources sources) {
    try {
      return parse(file, Files.readAllBytes(file), seed, sources);
    } catch (IOException unreadable) {
      String why = "cannot be read: " + ScenarioFile.reason(unreadable);
      return new ClustersFile(
          ScenarioFile.fallbackName(file),
          Map.of(),
          none(),
          List.of(new Problem(file.toString(), 0, why)));
    }
  }

  private static Placing none() {
    return new Placing(List.of(), List.of(0.0), OptionalInt.empty(), Double.POSITIVE_INFINITY);
  }

  /** Reads the content of a file, as {@link ScenarioFile#parse} does. */
  static ClustersFile parse(Path file, byte[] content, OptionalLong seed, Sources sources) {
    List<Problem> problems = new ArrayList<>();
    Optional<Place> read = new YamlReader(file.toString(), HELP, problems).read(content);
    String name = ScenarioFile.fallbackName(file);
    Map<String, Scenario> clusters = new LinkedHashMap<>();
    Placing placing = none();
    if (read.isPresent()) {
      Place document = read.get();
      Section top = new Section(document, Keys.CLUSTERS_TOP);
      name = top.get(Keys.NAME).orElse(name);
      placing = placing(top, document);
      Path directory = file.toAbsolutePath().getParent();
      ScenarioParser parser = new ScenarioParser(directory, sources);
      Map<String, Place> named =
          top.place(Keys.SEVERAL).flatMap(Place::keys).orElse(new LinkedHashMap<>());
      if (named.isEmpty() && top.place(Keys.SEVERAL).isPresent()) {
        top.place(Keys.SEVERAL).get().report("must be names and clusters, one or more");
      }
      for (Map.Entry<String, Place> each : named.entrySet()) {
        if (!each.getKey().matches(NAME)) {
          each.getValue().report("name must be of 1 to 64 letters, digits, '-', '_' and '.'");
        }
        Optional<YamlNode> cluster = cluster(each.getValue(), directory);
        if (cluster.isPresent()) {
          Place one = with(document, each.getValue(), cluster.get());
          parser
              .parse(one, new Section(one, Keys.TOP), seed)
              .ifPresent(scenario -> clusters.put(each.getKey(), scenario));
        }
      }
      checkCopies(top, placing, named.size());
    }
    List<Problem> sorted =
        problems.stream().distinct().sorted(Comparator.comparingInt(Problem::line)).toList();
    return new ClustersFile(name, sorted.isEmpty() ? clusters : Map.of(), placing, sorted);
  }

  private static Placing placing(Section top, Place document) {
    Section section = top.below(Keys.PLACING, Keys.PLACINGS);
    if (top.place(Keys.JOBS).isEmpty()) {
      document.report("there is nothing to do; must have jobs");
    }
    Optional<Integer> copies = section.get(Keys.INPUT_COPIES);
    return new Placing(
        section.get(Keys.POLICIES).orElse(List.of()),
        section.get(Keys.WRONG_BY).filter(errors -> !errors.isEmpty()).orElse(List.of(0.0)),
        copies.isPresent() ? OptionalInt.of(copies.get()) : OptionalInt.empty(),
        section.get(Keys.BETWEEN).map(r -> r.bytesPerSecond()).orElse(Double.POSITIVE_INFINITY));
  }

  /** The keys of a cluster, or those of the file that is named; empty if that is wrong. */
  private static Optional<YamlNode> cluster(Place place, Path directory) {
    if (!(place.node() instanceof Scalar scalar)) {
      return Optional.of(place.node());
    }
    Path file;
    byte[] content;
    try {
      file = directory.resolve(scalar.text());
      content = Files.readAllBytes(file);
    } catch (InvalidPathException invalid) {
      place.report("must be keys and values, or the path of a scenario file");
      return Optional.empty();
    } catch (IOException unreadable) {
      place.report("cannot be read: " + ScenarioFile.reason(unreadable));
      return Optional.empty();
    }
    List<Problem> problems = new ArrayList<>(ClusterFile.read(file, true).problems());
    if (!problems.isEmpty()) {
      place.problems().addAll(problems);
      return Optional.empty();
    }
    return new YamlReader(file.toString(), HELP, problems)
        .read(content)
        .flatMap(Place::keys)
        .map(keys -> keys.get(Keys.CLUSTER.name()))
        .map(Place::node);
  }

  /** The document with one cluster instead of several. */
  private static Place with(Place document, Place place, YamlNode cluster) {
    List<Entry> entries = new ArrayList<>();
    if (document.node() instanceof Mapping mapping) {
      for (Entry entry : mapping.entries()) {
        if (entry.key().equals(Keys.SEVERAL.name())) {
          entries.add(new Entry(place.line(), Keys.CLUSTER.name(), cluster));
        } else if (!entry.key().equals(Keys.PLACING.name())
            && Keys.CLUSTERS_TOP.stream().anyMatch(key -> key.name().equals(entry.key()))) {
          entries.add(entry);
        }
      }
    }
    return new Place(
        document.file(),
        document.line(),
        "",
        new Mapping(document.line(), entries),
        document.problems());
  }

  private static void checkCopies(Section top, Placing placing, int clusters) {
    if (placing.copies().orElse(0) > clusters) {
      top.place(Keys.PLACING)
          .ifPresent(
              place ->
                  place.report(
                      "copies="
                          + placing.copies().getAsInt()
                          + ": must be at most "
                          + clusters
                          + ", the number of clusters"));
    }
  }
}
