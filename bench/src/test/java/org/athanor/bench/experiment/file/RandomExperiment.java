// SPDX-License-Identifier: Apache-2.0
package org.athanor.bench.experiment.file;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import org.athanor.bench.experiment.Disturbance;
import org.athanor.bench.experiment.Experiment;
import org.athanor.bench.experiment.FrameworkSpec;
import org.athanor.bench.experiment.Fresh;
import org.athanor.bench.experiment.Hook;
import org.athanor.bench.experiment.Hooks;
import org.athanor.bench.experiment.NodeRoles;
import org.athanor.bench.experiment.NodeSpec;
import org.athanor.bench.experiment.Order;
import org.athanor.bench.experiment.Repetitions;
import org.athanor.bench.experiment.ResourceSpec;
import org.athanor.bench.experiment.StorageSpec;
import org.athanor.bench.experiment.StorageType;
import org.athanor.bench.experiment.Warm;
import org.athanor.bench.experiment.WorkloadSpec;
import org.athanor.bench.framework.JvmSpec;
import org.athanor.bench.monitor.OwnMonitorSpec;
import org.athanor.cluster.hadoop.VolumeType;
import org.athanor.cluster.hadoop.Volumes;
import org.athanor.results.Results.SiteInfo;
import org.athanor.storage.decision.StorageConfiguration;
import org.athanor.yaml.text.ByteSize;

/** Makes random valid experiments with the vocabulary of {@link FixedVocabulary}. */
final class RandomExperiment {
  private static final List<String> TEXTS =
      List.of(
          "a",
          "two words",
          "1",
          "true",
          "null",
          "~",
          "x: y",
          "#no",
          "é",
          "'q'",
          "\"",
          "-",
          "[",
          "a\nb",
          "*x",
          "%",
          " padded ");
  private static final List<String> VOLUMES =
      List.of("disk=1", "ssd=2,disk=3", "ssd=1x53m/24m:20g,disk=2x-/5m", "disk=1,archive=9");
  private final Random random;

  RandomExperiment(Random random) {
    this.random = random;
  }

  Experiment next() {
    List<NodeSpec> nodes = nodes();
    NodeRoles roles = roles(nodes.size());
    int working = nodes.size() - roles.others();
    Set<Integer> sizes = new TreeSet<>(Set.of(1 + random.nextInt(working)));
    sizes.add(1 + random.nextInt(working));
    boolean several = roles.dedicatedMaster() || sizes.stream().anyMatch(size -> size > 1);
    boolean hdfs = several || random.nextBoolean();
    boolean listed = random.nextBoolean();
    List<Volumes> volumes = !listed && hdfs && random.nextBoolean() ? volumes() : List.of();
    List<StorageSpec> storages =
        listed
            ? storages(several)
            : List.of(StorageSpec.of(hdfs ? StorageType.HDFS : StorageType.LOCAL, volumes));
    List<FrameworkSpec> frameworks = new ArrayList<>();
    for (int i = 0; i < 1 + random.nextInt(4); i++) {
      frameworks.add(framework("f" + i, several, hasSsd(volumes)));
    }
    List<WorkloadSpec> workloads = new ArrayList<>();
    for (int i = 0; i < 1 + random.nextInt(4); i++) {
      workloads.add(workload("w" + i));
    }
    boolean drop = random.nextBoolean();
    boolean files = storages.stream().allMatch(storage -> storage.type().hasFiles());
    boolean warmInput = files && !drop && random.nextBoolean();
    return new Experiment(
        "n" + random.nextInt(100),
        nodes,
        roles,
        List.copyOf(sizes),
        storages,
        maybe("ib" + random.nextInt(9)),
        maybe(oneOf(Fresh.values())),
        resources(),
        frameworks,
        workloads,
        random.nextBoolean() ? Repetitions.of(1 + random.nextInt(1000)) : repetitions(),
        random.nextInt(101),
        Duration.ofMillis(1000 + random.nextInt(1_000_000_000)),
        frameworks.get(random.nextInt(frameworks.size())).label(),
        random.nextLong() / 10 % 1_000_000_000_000_000_000L,
        drop,
        new Warm(maybe(new ByteSize((64L << 20) + (random.nextLong() >>> 24))), warmInput),
        monitors(),
        List.of(),
        random.nextBoolean()
            ? List.of()
            : List.of(new OwnMonitorSpec("own1", "a.B", Path.of("/m.jar"))),
        Duration.ofMillis(100 + random.nextInt(59_000)),
        List.of(),
        new Disturbance(random.nextInt(1001) / 1000.0, 1 + random.nextInt(100)),
        random.nextBoolean() ? Order.INTERLEAVED : Order.GROUPED,
        maybe(new SiteInfo(maybe("c" + random.nextInt(9)), maybe("ssd"), maybe("10gbit"))),
        maybe(Path.of("/work/" + random.nextInt(9))),
        maybe(Path.of("/out/" + random.nextInt(9))));
  }

  private List<StorageSpec> storages(boolean several) {
    List<StorageSpec> storages = new ArrayList<>();
    for (int i = 0; i < 1 + random.nextInt(3); i++) {
      StorageType type = oneOf(StorageType.values());
      boolean local = type == StorageType.LOCAL || type == StorageType.SHARED;
      boolean uri = type == StorageType.URI;
      boolean own = type == StorageType.HDFS && random.nextBoolean();
      List<Path> data = uri ? List.of() : List.of(Path.of("/data/" + random.nextInt(9)));
      storages.add(
          new StorageSpec(
              Optional.of("s" + i),
              several && type == StorageType.LOCAL ? StorageType.SHARED : type,
              data,
              random.nextBoolean() ? List.of() : List.of(Path.of("/a"), Path.of("/b/c")),
              uri ? Optional.of("hdfs://nn:8020/user/me") : Optional.empty(),
              local ? Optional.empty() : maybe(ByteSize.of("256m")),
              local ? Optional.empty() : maybe(uri ? 1 + random.nextInt(9) : 1),
              own ? volumes() : List.of(),
              type == StorageType.HDFS ? maybe("eth0") : Optional.empty(),
              local ? Map.of() : settings()));
    }
    return storages;
  }

  /** With at least one of the nodes left to work. */
  private NodeRoles roles(int nodes) {
    boolean dedicated = nodes > 1 && random.nextBoolean();
    int left = nodes - 1 - (dedicated ? 1 : 0);
    Map<String, Integer> services = new LinkedHashMap<>();
    for (String role : new FixedVocabulary().serviceRoles()) {
      if (left > 0 && random.nextBoolean()) {
        int count = 1 + random.nextInt(left);
        services.put(role, count);
        left -= count;
      }
    }
    return new NodeRoles(dedicated, services);
  }

  private ResourceSpec resources() {
    int workers = 1 + random.nextInt(4);
    return new ResourceSpec(
        maybe(workers * (1 + random.nextInt(16))),
        maybe(new ByteSize((256L << 20) + (random.nextLong() >>> 24))),
        workers,
        maybe(workers * (1 + random.nextInt(16))));
  }

  private Repetitions repetitions() {
    int least = 1 + random.nextInt(900);
    return new Repetitions(
        least,
        Math.max(6, least) + random.nextInt(90),
        Optional.of((1 + random.nextInt(1000)) / 1000.0));
  }

  private List<Volumes> volumes() {
    return Volumes.parseList(VOLUMES.get(random.nextInt(VOLUMES.size())));
  }

  private Set<String> monitors() {
    Set<String> monitors = new HashSet<>();
    for (String monitor : new FixedVocabulary().monitors()) {
      if (random.nextBoolean()) {
        monitors.add(monitor);
      }
    }
    return monitors;
  }

  private List<NodeSpec> nodes() {
    List<NodeSpec> nodes = new ArrayList<>();
    for (int i = 0; i < 1 + random.nextInt(5); i++) {
      String user = random.nextBoolean() ? "me.x_1@" : "";
      String port = random.nextBoolean() ? ":" + (1 + random.nextInt(65535)) : "";
      nodes.add(
          switch (random.nextInt(5)) {
            case 0 -> new NodeSpec("fe80--" + (1 + i), user + "[fe80::" + (1 + i) + "]" + port);
            case 1 -> new NodeSpec("ns" + i, "namespace:ns" + i);
            case 2 -> new NodeSpec("h" + i, "namespace:ns/" + user + "h" + i + port);
            default -> new NodeSpec("h-" + i + ".example", user + "h-" + i + ".example" + port);
          });
    }
    return nodes;
  }

  private static boolean hasSsd(List<Volumes> volumes) {
    return volumes.stream().anyMatch(some -> some.type() == VolumeType.SSD);
  }

  private FrameworkSpec framework(String label, boolean several, boolean ssd) {
    FixedVocabulary vocabulary = new FixedVocabulary();
    List<String> kinds =
        several
            ? List.of("hadoop", "spark", "external")
            : List.copyOf(vocabulary.frameworks().keySet());
    String kind = kinds.get(random.nextInt(kinds.size()));
    Vocabulary.FrameworkWords words = vocabulary.frameworks().get(kind);
    List<String> modes =
        words.modes().stream()
            .filter(mode -> !several || !words.singleNode().contains(mode))
            .toList();
    Map<String, String> options = new HashMap<>();
    if (kind.equals("external")) {
      options.put("submit", text());
    }
    return new FrameworkSpec(
        kind,
        label,
        modes.get(random.nextInt(modes.size())),
        words.versions().isEmpty() ? maybe("7") : maybe(words.versions().get(0)),
        maybe("/home/x y"),
        maybe("/java/17"),
        new JvmSpec(
            maybe(ByteSize.of("4g")),
            random.nextBoolean() ? List.of() : List.of("-Xlog:gc", "-Da=b")),
        ssd && words.placesIntermediateData()
            ? StorageConfiguration.of("config-" + random.nextInt(5))
            : Optional.empty(),
        maybe("eth1"),
        settings(),
        options,
        hooks());
  }

  private Hooks hooks() {
    if (random.nextBoolean()) {
      return Hooks.NONE;
    }
    Map<Hook, String> commands = new HashMap<>();
    for (Hook hook : Hook.values()) {
      if (random.nextBoolean()) {
        commands.put(hook, text());
      }
    }
    return new Hooks(
        commands,
        Duration.ofSeconds(1 + random.nextInt(9999)),
        Map.of("V_" + random.nextInt(9), text()));
  }

  private Map<String, String> settings() {
    Map<String, String> settings = new HashMap<>();
    for (int i = random.nextInt(4); i > 0; i--) {
      settings.put("key." + text(), text());
    }
    return settings;
  }

  private WorkloadSpec workload(String label) {
    WorkloadSpec plain = plainWorkload(label);
    return new WorkloadSpec(
        plain.kind(),
        label,
        plain.settings(),
        maybe(Duration.ofSeconds(1 + random.nextInt(9999))),
        hooks());
  }

  private WorkloadSpec plainWorkload(String label) {
    return switch (random.nextInt(3)) {
      case 0 -> new WorkloadSpec("terasort", label, Map.of("size", random.nextInt(1, 99) + "m"));
      case 1 ->
          new WorkloadSpec(
              "kmeans",
              label,
              Map.of(
                  "clusters",
                  "" + random.nextInt(1, 99),
                  "rounds",
                  "0",
                  "spread",
                  "1.5",
                  "exact",
                  "true"));
      default -> new WorkloadSpec("command", label, Map.of("run", text()));
    };
  }

  private String text() {
    return TEXTS.get(random.nextInt(TEXTS.size()));
  }

  private <T> T oneOf(T[] values) {
    return values[random.nextInt(values.length)];
  }

  private <T> Optional<T> maybe(T value) {
    return random.nextBoolean() ? Optional.of(value) : Optional.empty();
  }
}
