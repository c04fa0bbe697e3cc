// SPDX-License-Identifier: Apache-2.0
package org.athanor.bench.experiment.file;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.athanor.bench.experiment.Disturbance;
import org.athanor.bench.experiment.Experiment;
import org.athanor.bench.experiment.FrameworkSpec;
import org.athanor.bench.experiment.NodeRoles;
import org.athanor.bench.experiment.NodeSpec;
import org.athanor.bench.experiment.Order;
import org.athanor.bench.experiment.Repetitions;
import org.athanor.bench.experiment.ResourceSpec;
import org.athanor.bench.experiment.StorageSpec;
import org.athanor.bench.experiment.Warm;
import org.athanor.bench.experiment.WorkloadSpec;
import org.athanor.bench.experiment.file.Vocabulary.FrameworkWords;
import org.athanor.bench.experiment.file.Vocabulary.Option;
import org.athanor.bench.framework.JvmSpec;
import org.athanor.results.Results.SiteInfo;
import org.athanor.yaml.Key;
import org.athanor.yaml.NamedEntry;
import org.athanor.yaml.Place;
import org.athanor.yaml.Section;
import org.athanor.yaml.YamlNode;

/**
 * Converts a YAML document to an experiment. A wrong value is reported, and then left out or
 * replaced by its default, so that the rest of the file can still be checked. Not thread-safe; each
 * file needs its own parser.
 */
final class ExperimentParser {
  /** The plan, and the attempts at its trials, are kept in memory. */
  static final int MOST_TRIALS = 100_000;

  private static final int MOST_EVENTS = 32;

  private final Place document;
  private final Path directory;
  private final String fallbackName;
  private final Vocabulary vocabulary;
  private final Map<String, Place> places = new LinkedHashMap<>();

  ExperimentParser(Place document, Path directory, String fallbackName, Vocabulary vocabulary) {
    this.document = document;
    this.directory = directory;
    this.fallbackName = fallbackName;
    this.vocabulary = vocabulary;
  }

  /** Maps what later checks can be about, such as {@code nodes.alpha}, to its place in the file. */
  Map<String, Place> places() {
    return places;
  }

  Experiment parse() {
    Section top = new Section(document, Keys.TOP);
    Keys.TOP.forEach(key -> top.place(key).ifPresent(place -> places.put(key.name(), place)));
    NodesReader nodesReader = new NodesReader(directory, vocabulary);
    int before = document.problems().size();
    List<NodeSpec> nodes = nodesReader.read(top);
    boolean allNodes = document.problems().size() == before;
    nodesReader.places().forEach((name, place) -> places.put("nodes." + name, place));
    LayoutReader layout = new LayoutReader(top, nodes.size(), allNodes, vocabulary.serviceRoles());
    NodeRoles roles = layout.roles();
    List<Integer> sizes = layout.sizes(roles);
    int largest = sizes.get(sizes.size() - 1);
    List<FrameworkSpec> frameworks = frameworks(top, largest, roles);
    List<WorkloadSpec> workloads = workloads(top);
    StoragesReader storagesReader =
        new StoragesReader(top, largest + (roles.dedicatedMaster() ? 1 : 0), sizes.get(0));
    List<StorageSpec> storages = storagesReader.read();
    places.putAll(storagesReader.places());
    Labels.reportAmbiguous(frameworks, workloads, storages, places);
    Section resources = subsection(top, Keys.RESOURCES, Keys.RESOURCE);
    Section disturbance = subsection(top, Keys.DISTURBANCE, Keys.DISTURBANCES);
    boolean wrong = top.place(Keys.VOLUMES).isPresent() && storages.get(0).volumes().isEmpty();
    new UnlikeDevices(storages)
        .check(wrong, frameworks, vocabulary.frameworks(), workloads, places);
    Repetitions repetitions = top.get(Keys.REPETITIONS).orElse(Repetitions.of(5));
    int warmups = top.get(Keys.WARMUP).orElse(1);
    Set<String> monitors = monitors(top);
    long combinations =
        (long) frameworks.size() * workloads.size() * sizes.size() * storages.size();
    checkTrials(combinations * (repetitions.most() + warmups), top);
    return new Experiment(
        top.get(Keys.NAME).orElse(fallbackName),
        nodes,
        roles,
        sizes,
        storages,
        top.get(Keys.NETWORK),
        top.get(Keys.FRESH),
        resources(resources),
        frameworks,
        workloads,
        repetitions,
        warmups,
        top.get(Keys.TIMEOUT).orElse(Duration.ofMinutes(30)),
        baseline(top, frameworks),
        top.get(Keys.SEED).orElse(1L),
        top.get(Keys.DROP_CACHES).orElse(false),
        warm(top, storages),
        monitors,
        events(top, monitors),
        new OwnMonitorsReader(directory, vocabulary.monitors()).read(top),
        top.get(Keys.INTERVAL).orElse(Duration.ofSeconds(1)),
        new PowerReader(directory, nodes.stream().map(NodeSpec::name).toList()).read(top),
        new Disturbance(
            disturbance.get(Keys.LIMIT).orElse(0.1), disturbance.get(Keys.ATTEMPTS).orElse(3)),
        top.get(Keys.ORDER).orElse(Order.INTERLEAVED),
        site(top),
        work(top),
        output(top));
  }

  private static void checkTrials(long trials, Section top) {
    if (trials > MOST_TRIALS) {
      top.place(Keys.WORKLOADS)
          .ifPresent(
              place ->
                  place.report(
                      "the experiment has "
                          + trials
                          + " trials; allowed are "
                          + MOST_TRIALS
                          + ", so use fewer frameworks, workloads, sizes or repetitions"));
    }
  }

  private Optional<SiteInfo> site(Section top) {
    Section site = subsection(top, Keys.SITE, Keys.SITES);
    SiteInfo info =
        new SiteInfo(
            site.get(Keys.CLUSTER), site.get(Keys.STORAGE_CLASS), site.get(Keys.NETWORK_CLASS));
    return top.place(Keys.SITE).isPresent() ? Optional.of(info) : Optional.empty();
  }

  private Warm warm(Section top, List<StorageSpec> storages) {
    Section section = subsection(top, Keys.WARM, Keys.WARMED);
    boolean input = section.get(Keys.WARM_INPUT).orElse(false);
    Optional<Place> place = section.place(Keys.WARM_INPUT);
    if (input && top.get(Keys.DROP_CACHES).orElse(false)) {
      place.ifPresent(found -> found.report("contradicts dropCaches; remove one of the two"));
    }
    storages.stream()
        .filter(storage -> input && !storage.type().hasFiles())
        .findFirst()
        .ifPresent(
            storage ->
                place.ifPresent(
                    found ->
                        found.report(
                            "needs storages of type local or shared: the blocks of "
                                + storage.type().id()
                                + " are cached on its DataNodes")));
    return new Warm(section.get(Keys.WARM_MEMORY), input);
  }

  private Section subsection(Section top, Key<Place> key, List<Key<?>> declared) {
    Section section = top.below(key, declared);
    declared.forEach(
        each ->
            section
                .place(each)
                .ifPresent(found -> places.put(key.name() + "." + each.name(), found)));
    return section;
  }

  private static ResourceSpec resources(Section section) {
    int workers = section.get(Keys.WORKERS_PER_NODE).orElse(1);
    Optional<Integer> tasks = section.get(Keys.TASKS_PER_NODE);
    Optional<Integer> known = tasks.or(() -> section.get(Keys.CORES));
    if (known.isPresent() && known.get() % workers != 0) {
      section
          .place(Keys.WORKERS_PER_NODE)
          .ifPresent(place -> place.report(ResourceSpec.undivided(known.get(), workers)));
    }
    return new ResourceSpec(section.get(Keys.CORES), section.get(Keys.MEMORY), workers, tasks);
  }

  private List<FrameworkSpec> frameworks(Section top, int largest, NodeRoles roles) {
    Labels labels = new Labels();
    List<FrameworkSpec> specs = new ArrayList<>();
    Map<String, FrameworkWords> kinds = vocabulary.frameworks();
    for (Place item : entries(top, Keys.FRAMEWORKS)) {
      Optional<NamedEntry> entry = NamedEntry.read(item, "framework", kinds.keySet());
      if (entry.isEmpty()) {
        continue;
      }
      FrameworkWords words = kinds.get(entry.get().kind());
      List<Key<?>> keys = Options.with(Keys.FRAMEWORK, words.options());
      for (NamedEntry variant : Matrix.variants(entry.get(), keys)) {
        FrameworkSpec spec = framework(variant, words, keys, largest, roles);
        if (labels.add(spec.label(), variant)) {
          specs.add(spec);
          places.put("frameworks." + spec.label(), variant.place());
        }
      }
    }
    return specs;
  }

  private FrameworkSpec framework(
      NamedEntry entry, FrameworkWords words, List<Key<?>> keys, int largest, NodeRoles roles) {
    Section section = new Section(entry.body(), entry.kind(), keys);
    String label = section.get(Keys.LABEL).orElse(entry.kind());
    for (Key<?> key : keys) {
      section
          .place(key)
          .ifPresent(place -> places.put("frameworks." + label + "." + key.name(), place));
    }
    Optional<String> version = section.get(Keys.VERSION);
    if (version.isPresent()
        && !words.versions().isEmpty()
        && !words.versions().contains(version.get())) {
      section
          .place(Keys.VERSION)
          .ifPresent(place -> place.reportUnknown("version of " + entry.kind(), words.versions()));
    }
    return new FrameworkSpec(
        entry.kind(),
        label,
        mode(section, entry, words, largest, roles),
        version,
        section.get(Keys.HOME).map(path -> Options.absolute(path, directory)),
        section.get(Keys.JAVA).map(path -> Options.absolute(path, directory)),
        new JvmSpec(section.get(Keys.HEAP), section.get(Keys.JVM_OPTIONS).orElse(List.of())),
        section.get(Keys.STORAGE),
        section.get(Keys.FRAMEWORK_NETWORK),
        section.get(Keys.SETTINGS).orElse(Map.of()),
        Options.read(section, words.options(), directory),
        HooksReader.read(section));
  }

  private String mode(
      Section section, NamedEntry entry, FrameworkWords words, int largest, NodeRoles roles) {
    boolean several = largest > 1 || roles.dedicatedMaster();
    String fallback = words.defaultMode(several).orElse("");
    String mode = section.get(Keys.MODE).orElse(fallback);
    Place place = section.place(Keys.MODE).orElse(entry.place());
    if (!words.modes().contains(mode)) {
      place.reportUnknown("mode of " + entry.kind(), words.modes());
    } else if (several && words.singleNode().contains(mode)) {
      List<String> others =
          words.modes().stream().filter(each -> !words.singleNode().contains(each)).toList();
      place.report(
          entry.kind()
              + " in mode "
              + mode
              + (largest > 1
                  ? " runs on one node only, but the largest size is " + largest
                  : " runs on the master, which does not work if it is dedicated")
              + (others.isEmpty() ? "" : "; allowed " + String.join(", ", others)));
    }
    return mode;
  }

  private List<WorkloadSpec> workloads(Section top) {
    Labels labels = new Labels();
    List<WorkloadSpec> specs = new ArrayList<>();
    Map<String, List<Option>> kinds = vocabulary.workloads();
    for (Place item : entries(top, Keys.WORKLOADS)) {
      Map<String, String> others = vocabulary.otherNames();
      Optional<NamedEntry> entry =
          NamedEntry.read(item, "workload", kinds.keySet(), others.keySet());
      if (entry.isEmpty()) {
        continue;
      }
      String kind = others.getOrDefault(entry.get().kind(), entry.get().kind());
      List<Option> options = kinds.get(kind);
      List<Key<?>> keys = Options.with(Keys.WORKLOAD, options);
      for (NamedEntry variant : Matrix.variants(entry.get(), keys)) {
        workload(variant, kind, options, keys, labels).ifPresent(specs::add);
      }
    }
    return specs;
  }

  /**
   * Returns empty and reports a problem if another workload has the same label.
   *
   * @param entry whose name may be another one of the kind; its label is the name then
   */
  private Optional<WorkloadSpec> workload(
      NamedEntry entry, String kind, List<Option> options, List<Key<?>> keys, Labels labels) {
    Section section = new Section(entry.body(), entry.kind(), keys);
    String label = section.get(Keys.LABEL).orElse(entry.kind());
    if (!labels.add(label, entry)) {
      return Optional.empty();
    }
    places.put("workloads." + label, entry.place());
    for (Key<?> key : keys) {
      section
          .place(key)
          .ifPresent(place -> places.put("workloads." + label + "." + key.name(), place));
    }
    return Optional.of(
        new WorkloadSpec(
            kind,
            label,
            vocabulary.expand(kind, Options.read(section, options, directory)),
            section.get(Keys.WORKLOAD_TIMEOUT),
            HooksReader.read(section)));
  }

  private static List<Place> entries(Section top, Key<Place> key) {
    Optional<Place> place = top.place(key);
    List<Place> items = place.map(Place::items).orElse(List.of());
    if (place.isPresent() && items.isEmpty()) {
      place.get().report("must be " + key.type().allowed());
    }
    return items;
  }

  private static String baseline(Section top, List<FrameworkSpec> frameworks) {
    List<String> labels = frameworks.stream().map(FrameworkSpec::label).toList();
    Optional<String> baseline = top.get(Keys.BASELINE);
    if (baseline.isPresent() && !labels.contains(baseline.get())) {
      top.place(Keys.BASELINE)
          .ifPresent(place -> place.reportUnknown("label of a framework", labels));
    }
    return baseline.orElse(labels.isEmpty() ? "" : labels.get(0));
  }

  private Set<String> monitors(Section top) {
    List<String> known = vocabulary.monitors();
    Set<String> chosen = new LinkedHashSet<>();
    List<Place> items = top.place(Keys.MONITORS).map(Place::items).orElse(List.of());
    if (items.size() == 1
        && items.get(0).node() instanceof YamlNode.Scalar scalar
        && scalar.text().equals("all")) {
      return Set.of();
    }
    for (Place item : items) {
      item.text("a monitor: " + String.join(", ", known))
          .ifPresent(
              name -> {
                if (known.contains(name)) {
                  chosen.add(name);
                } else {
                  item.reportUnknown("monitor", known);
                }
              });
    }
    return chosen;
  }

  /**
   * Reads the name of an event for {@code perf stat}.
   *
   * @throws IllegalArgumentException if it has modifiers, or could be an option
   */
  static String event(String name) {
    if (!name.matches("[A-Za-z][A-Za-z0-9_.-]{0,63}")) {
      throw new IllegalArgumentException(
          "must be the name of an event, of letters, digits, '_', '.' and '-', without modifiers");
    }
    return name;
  }

  private static List<String> events(Section top, Set<String> monitors) {
    List<String> events = top.get(Keys.EVENTS).orElse(List.of());
    Set<String> once = new LinkedHashSet<>(events);
    Optional<Place> place = top.place(Keys.EVENTS);
    if (once.size() < events.size()) {
      place.ifPresent(found -> found.report("names an event twice"));
    } else if (once.size() > MOST_EVENTS) {
      // perf counts each for a share of the time only.
      place.ifPresent(
          found -> found.report("has " + once.size() + " events; allowed " + MOST_EVENTS));
    }
    if (!events.isEmpty() && !monitors.isEmpty() && !monitors.contains("events")) {
      place.ifPresent(found -> found.report("needs the monitor events; add it to monitors"));
    }
    return List.copyOf(once);
  }

  private static Optional<Path> work(Section top) {
    Optional<String> text = top.get(Keys.WORK);
    if (text.isPresent() && !(text.get().startsWith("/") && Options.isPath(text.get()))) {
      top.place(Keys.WORK)
          .ifPresent(
              place -> place.report("must be an absolute path: it is a directory on the nodes"));
      return Optional.empty();
    }
    return text.map(Path::of);
  }

  private Optional<Path> output(Section top) {
    Optional<String> text = top.get(Keys.OUTPUT);
    if (text.isPresent() && !Options.isPath(text.get())) {
      top.place(Keys.OUTPUT).ifPresent(place -> place.report("must be a path"));
      return Optional.empty();
    }
    return text.map(path -> directory.resolve(path).normalize());
  }
}
