// SPDX-License-Identifier: Apache-2.0
package org.athanor.simulator.file;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import org.athanor.simulator.job.JobSpec;
import org.athanor.simulator.run.Scenario;
import org.athanor.yaml.Place;
import org.athanor.yaml.Problem;
import org.athanor.yaml.Section;
import org.athanor.yaml.YamlNode;
import org.athanor.yaml.YamlNode.Entry;
import org.athanor.yaml.YamlNode.Mapping;
import org.athanor.yaml.YamlNode.Scalar;
import org.athanor.yaml.YamlReader;

/** Converts the document of one variant of a file of several clusters. */
final class ClustersReader {
  private static final String NAME = "[A-Za-z0-9][A-Za-z0-9._-]{0,63}";

  /** Top keys that mean nothing for a single cluster. */
  private static final Set<String> NOT_OF_SCENARIOS =
      Set.of(Keys.PLACING.name(), Keys.MATRIX.name());

  private final Path directory;
  private final ScenarioParser parser;
  private final OptionalLong seed;

  /**
   * @param directory that relative paths start at
   * @param parser of the scenario of each cluster; keeps traces that it has read
   * @param seed instead of that of the document
   */
  ClustersReader(Path directory, ScenarioParser parser, OptionalLong seed) {
    this.directory = directory;
    this.parser = parser;
    this.seed = seed;
  }

  /**
   * Reads a variant. Reports problems; clusters with problems are left out.
   *
   * @param name of the variant
   */
  ClustersVariant read(Place document, String name) {
    Section top = new Section(document, Keys.CLUSTERS_TOP);
    top.get(Keys.NAME); // only checked: results are named by their policies
    Section scheduling = top.below(Keys.PLACING, Keys.PLACINGS);
    Placing placing = placing(scheduling);
    if (top.place(Keys.JOBS).isEmpty() && top.place(Keys.TRACE).isEmpty()) {
      document.report("there is nothing to do; must have jobs or trace");
    }
    Map<String, Place> named =
        top.place(Keys.SEVERAL).flatMap(Place::keys).orElse(new LinkedHashMap<>());
    if (named.isEmpty() && top.place(Keys.SEVERAL).isPresent()) {
      top.place(Keys.SEVERAL).get().report("must be names and clusters, one or more");
    }
    top.below(Keys.HDFS, Keys.HDFS_RULES)
        .place(Keys.RULES)
        .ifPresent(place -> place.report("is of one NameNode; must be placement and retrieval"));
    Map<String, Scenario> clusters = new LinkedHashMap<>();
    for (Map.Entry<String, Place> each : named.entrySet()) {
      if (!each.getKey().matches(NAME)) {
        each.getValue().report("name must be of 1 to 64 letters, digits, '-', '_' and '.'");
      }
      Optional<YamlNode> cluster = cluster(each.getValue());
      if (cluster.isPresent()) {
        Place one = with(document, each.getValue(), cluster.get());
        parser
            .parse(one, new Section(one, Keys.TOP), seed)
            .ifPresent(scenario -> clusters.put(each.getKey(), scenario));
      }
    }
    checkCopies(scheduling, placing, named.size());
    clusters.values().stream().findFirst().ifPresent(first -> checkNames(top, first));
    return new ClustersVariant(name, clusters, placing);
  }

  private static Placing placing(Section section) {
    Optional<Integer> copies = section.get(Keys.INPUT_COPIES);
    return new Placing(
        section.get(Keys.POLICIES).orElse(List.of()),
        section.get(Keys.WRONG_BY).filter(errors -> !errors.isEmpty()).orElse(List.of(0.0)),
        copies.isPresent() ? OptionalInt.of(copies.get()) : OptionalInt.empty(),
        section.get(Keys.BETWEEN).map(r -> r.bytesPerSecond()).orElse(Double.POSITIVE_INFINITY));
  }

  /**
   * A job is placed by its name. Names of {@code jobs} are different, and so are those of a trace;
   * a name of one may be in the other.
   */
  private static void checkNames(Section top, Scenario scenario) {
    Set<String> seen = new HashSet<>();
    for (JobSpec job : scenario.jobs()) {
      if (!seen.add(job.name())) {
        top.place(Keys.TRACE)
            .ifPresent(
                trace ->
                    trace.report(
                        "has a job "
                            + job.name()
                            + ", and there is another one; jobs that are placed must have unique"
                            + " names"));
        return;
      }
    }
  }

  /** The keys of a cluster, or those of the file that is named; empty if that is wrong. */
  private Optional<YamlNode> cluster(Place place) {
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
    return new YamlReader(file.toString(), ClustersFile.HELP, problems)
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
        } else if (!NOT_OF_SCENARIOS.contains(entry.key())
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

  private static void checkCopies(Section scheduling, Placing placing, int clusters) {
    if (placing.copies().orElse(0) > clusters) {
      scheduling
          .place(Keys.INPUT_COPIES)
          .ifPresent(
              place -> place.report("must be at most " + clusters + ", the number of clusters"));
    }
  }
}
