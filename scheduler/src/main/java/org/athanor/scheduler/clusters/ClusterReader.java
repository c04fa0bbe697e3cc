// SPDX-License-Identifier: Apache-2.0
package org.athanor.scheduler.clusters;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.stream.Stream;
import org.athanor.scheduler.clusters.Keys.KindName;
import org.athanor.yaml.Key;
import org.athanor.yaml.Place;
import org.athanor.yaml.Section;
import org.athanor.yaml.Types;
import org.athanor.yaml.ValueType;
import org.athanor.yaml.YamlNode;
import org.athanor.yaml.text.ByteRate;
import org.athanor.yaml.text.Nearest;

/** Converts a document to clusters. */
final class ClusterReader {
  private static final ValueType<List<String>> LOCATIONS =
      Types.listOf(Types.text("a network location such as /east"), "a list of network locations");

  private final Path directory;

  /**
   * Makes a reader.
   *
   * @param directory where relative paths begin
   */
  ClusterReader(Path directory) {
    this.directory = directory;
  }

  /** Reads all clusters; those with problems, which are reported, are left out. */
  List<Cluster> readAll(Place document) {
    Section top = new Section(document, Keys.TOP);
    Map<String, Place> places = top.place(Keys.CLUSTERS).flatMap(Place::keys).orElse(Map.of());
    if (places.isEmpty()) {
      top.place(Keys.CLUSTERS).ifPresent(place -> place.report("must have one cluster or more"));
    }
    List<Cluster> clusters = new ArrayList<>();
    places.forEach(
        (name, place) -> {
          checkName(name, place);
          read(name, place).ifPresent(clusters::add);
        });
    return clusters;
  }

  /** Reads which regions there are. */
  StorageRegions regions(Place document) {
    Section top = new Section(document, Keys.TOP);
    Map<String, List<String>> locations = new LinkedHashMap<>();
    top.place(Keys.REGIONS)
        .flatMap(Place::keys)
        .orElse(Map.of())
        .forEach(
            (name, place) ->
                LOCATIONS
                    .read(place)
                    .filter(list -> areLocations(list, place))
                    .ifPresent(list -> locations.put(name, list)));
    Optional<Path> rules = top.get(Keys.STORAGE_RULES).map(directory::resolve);
    if (rules.isPresent() && !Files.isReadable(rules.get())) {
      top.place(Keys.STORAGE_RULES).orElseThrow().report("must be a file that can be read");
    }
    if (rules.isPresent() && !locations.isEmpty()) {
      top.place(Keys.REGIONS).orElseThrow().report("must not be given with storage rules");
    }
    return new StorageRegions(locations, rules);
  }

  private static boolean areLocations(List<String> list, Place place) {
    for (String location : list) {
      if (!location.matches("(/[^/\\s]+)+")) {
        place.report(
            location + " is no network location; must be one such as /east or /east/rack1");
        return false;
      }
    }
    return true;
  }

  /** Reports regions of clusters that nobody has described. */
  void checkRegions(Place document, List<Cluster> clusters, StorageRegions regions) {
    if (regions.rules().isPresent()) {
      return; // whoever reads the rules knows
    }
    Map<String, Place> places =
        document.keys().map(keys -> keys.get(Keys.CLUSTERS.name())).flatMap(Place::keys).get();
    for (Cluster cluster : clusters) {
      String region = cluster.traits().region().orElse("");
      if (!region.isEmpty() && !regions.locations().containsKey(region)) {
        Place place = places.get(cluster.name()).keys().orElseThrow().get(Keys.REGION.name());
        place.report(
            regions.locations().isEmpty()
                ? "needs the key regions of the file, or storage rules, which say where it is"
                : Nearest.unknown("region", region, regions.locations().keySet()));
      }
    }
  }

  /** Reports nodes that two clusters would switch off and on. */
  void checkPowerDown(Place document, List<Cluster> clusters) {
    PowerDownReader.checkShared(
        clusters,
        document.keys().map(keys -> keys.get(Keys.CLUSTERS.name())).flatMap(Place::keys).get());
  }

  private static void checkName(String cluster, Place place) {
    YamlNode name = new YamlNode.Scalar(place.line(), cluster, true);
    Types.name()
        .read(new Place(place.file(), place.line(), Keys.CLUSTERS.name(), name, place.problems()));
  }

  private Optional<Cluster> read(String name, Place place) {
    Optional<Map<String, Place>> keys = place.keys();
    if (keys.isEmpty()) {
      return Optional.empty();
    }
    Place kind = keys.get().get(Keys.KIND.name());
    if (kind == null) {
      place.report("kind is missing; must be " + Keys.KIND.type().allowed());
      return Optional.empty();
    }
    return Keys.KIND
        .type()
        .read(kind)
        .flatMap(
            known -> {
              Section section =
                  new Section(place, "a cluster of kind " + known.id(), declared(known));
              Cluster.Limits limits = limits(section);
              Cluster.Traits traits = traits(section);
              return kind(known, section, traits.power())
                  .map(some -> new Cluster(name, some, limits, traits));
            });
  }

  private static List<Key<?>> declared(KindName kind) {
    return switch (kind) {
      case LOCAL -> Stream.concat(Keys.COMMON.stream(), Keys.LOCAL.stream()).toList();
      case YARN -> Stream.concat(Keys.COMMON.stream(), Keys.YARN.stream()).toList();
    };
  }

  private static Cluster.Limits limits(Section section) {
    OptionalDouble cores =
        section.get(Keys.CORES).stream().mapToDouble(Double::doubleValue).findFirst();
    OptionalLong memory =
        section.get(Keys.MEMORY).stream().mapToLong(size -> size.bytes()).findFirst();
    return new Cluster.Limits(cores, memory);
  }

  private static Cluster.Traits traits(Section section) {
    return new Cluster.Traits(
        section.get(Keys.REGION),
        section.get(Keys.STORAGE),
        section.get(Keys.NETWORK),
        rate(section, Keys.DISK_RATE),
        rate(section, Keys.NETWORK_RATE),
        power(section),
        section.get(Keys.ZONE));
  }

  private static OptionalDouble rate(Section section, Key<ByteRate> key) {
    return section.get(key).stream().mapToDouble(ByteRate::bytesPerSecond).findFirst();
  }

  private static Optional<Power> power(Section section) {
    Section power = section.below(Keys.POWER, Keys.POWERS);
    Optional<Double> idle = power.get(Keys.IDLE);
    Optional<Double> max = power.get(Keys.MAX);
    if (idle.isEmpty() || max.isEmpty()) {
      return Optional.empty();
    }
    if (max.get() < idle.get()) {
      power.place(Keys.MAX).orElseThrow().report("must not be below idle");
      return Optional.empty();
    }
    return Optional.of(new Power(idle.get(), max.get()));
  }

  private Optional<Kind> kind(KindName name, Section section, Optional<Power> power) {
    return switch (name) {
      case LOCAL -> local(section);
      case YARN -> yarn(section, power);
    };
  }

  private Optional<Kind> local(Section section) {
    Optional<Path> configuration = section.get(Keys.LOCAL_CONFIGURATION).map(directory::resolve);
    return isDirectory(configuration, section, Keys.LOCAL_CONFIGURATION)
        ? Optional.of(new Kind.Local(configuration))
        : Optional.empty();
  }

  /** Reports a directory that there is not. */
  private static boolean isDirectory(Optional<Path> path, Section section, Key<String> key) {
    if (path.isPresent() && !Files.isDirectory(path.get())) {
      section.place(key).orElseThrow().report("must be a directory; there is none of that name");
      return false;
    }
    return true;
  }

  private Optional<Kind> yarn(Section section, Optional<Power> power) {
    Optional<PowerDown> powerDown = new PowerDownReader(section, power).read();
    Optional<Path> configuration = section.get(Keys.CONFIGURATION).map(directory::resolve);
    Optional<String> queue = section.get(Keys.QUEUE);
    Optional<String> label = section.get(Keys.LABEL);
    MapReduceFramework framework = section.get(Keys.FRAMEWORK).orElse(MapReduceFramework.HADOOP);
    if (!isDirectory(configuration, section, Keys.CONFIGURATION)) {
      return Optional.empty();
    }
    Optional<URI> history = section.get(Keys.HISTORY_SERVER).flatMap(RmAddresses::parse);
    if (section.place(Keys.HISTORY_SERVER).isPresent() && history.isEmpty()) {
      section
          .place(Keys.HISTORY_SERVER)
          .get()
          .report(
              "is no address; must be one such as timeline.example.org:8188, which may have"
                  + " http:// or https:// before");
      return Optional.empty();
    }
    List<URI> addresses =
        section.place(Keys.RESOURCE_MANAGER).isPresent()
            ? given(section)
            : configuration.map(some -> configured(some, section)).orElse(List.of());
    return configuration.isEmpty() || addresses.isEmpty()
        ? Optional.empty()
        : Optional.of(
            new Kind.Yarn(
                configuration.get(), addresses, queue, label, framework, powerDown, history));
  }

  private static List<URI> given(Section section) {
    Place place = section.place(Keys.RESOURCE_MANAGER).orElseThrow();
    List<URI> addresses = new ArrayList<>();
    for (String text : section.get(Keys.RESOURCE_MANAGER).orElse(List.of())) {
      Optional<URI> address = RmAddresses.parse(text);
      address.ifPresentOrElse(
          addresses::add,
          () ->
              place.report(
                  text
                      + " is no address; must be one such as rm.example.org:8088, which may have"
                      + " http:// or https:// before"));
    }
    return addresses;
  }

  private static List<URI> configured(Path configuration, Section section) {
    Place place = section.place(Keys.CONFIGURATION).orElseThrow();
    try {
      return RmAddresses.of(HadoopSite.read(configuration.resolve("yarn-site.xml")));
    } catch (IOException | IllegalArgumentException unusable) {
      String why =
          unusable instanceof IOException io ? ClustersFile.reason(io) : unusable.getMessage();
      place.report(
          "yarn-site.xml there does not name the ResourceManager: "
              + why
              + "; give it as the key resource manager");
      return List.of();
    }
  }
}
