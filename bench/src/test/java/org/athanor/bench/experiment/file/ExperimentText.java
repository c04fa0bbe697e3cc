// SPDX-License-Identifier: Apache-2.0
package org.athanor.bench.experiment.file;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import org.athanor.bench.experiment.Experiment;
import org.athanor.bench.experiment.FrameworkSpec;
import org.athanor.bench.experiment.Fresh;
import org.athanor.bench.experiment.Hooks;
import org.athanor.bench.experiment.NodeRoles;
import org.athanor.bench.experiment.NodeSpec;
import org.athanor.bench.experiment.Repetitions;
import org.athanor.bench.experiment.StorageSpec;
import org.athanor.bench.experiment.WorkloadSpec;
import org.athanor.cluster.hadoop.Volumes;
import org.athanor.results.Results.SiteInfo;
import org.athanor.storage.decision.StorageConfiguration;
import org.athanor.yaml.text.ByteSize;
import org.athanor.yaml.text.TimeSpan;
import tools.jackson.dataformat.yaml.YAMLMapper;

/** Writes experiments as experiment files, with keys in random order. */
final class ExperimentText {
  private final Random random;

  ExperimentText(Random random) {
    this.random = random;
  }

  String write(Experiment experiment) {
    Map<String, Object> top = new LinkedHashMap<>();
    top.put("name", experiment.name());
    top.put("nodes", experiment.nodes().stream().map(ExperimentText::node).toList());
    NodeRoles roles = experiment.roles();
    if (roles.dedicatedMaster() || random.nextBoolean()) {
      top.put("master", roles.dedicatedMaster() ? "dedicated" : "shared");
    }
    if (!roles.services().isEmpty()) {
      top.put("roles", roles.services());
    }
    List<Integer> sizes = new ArrayList<>(experiment.sizes());
    Collections.shuffle(sizes, random);
    top.put("sizes", sizes.size() == 1 && random.nextBoolean() ? sizes.get(0) : sizes);
    StorageSpec first = experiment.storages().get(0);
    if (first.label().isPresent()) {
      top.put("storage", experiment.storages().stream().map(ExperimentText::storage).toList());
    } else {
      top.put("filesystem", experiment.filesystem());
      if (!first.volumes().isEmpty()) {
        top.put("volumes", Volumes.text(first.volumes()));
      }
    }
    put(top, "network", experiment.network());
    put(top, "fresh", experiment.fresh().map(Fresh::id));
    Map<String, Object> resources = new LinkedHashMap<>();
    experiment.resources().cores().ifPresent(cores -> resources.put("cores", cores));
    experiment.resources().memory().ifPresent(memory -> resources.put("memory", memory.toString()));
    experiment.resources().tasksPerNode().ifPresent(tasks -> resources.put("tasksPerNode", tasks));
    if (experiment.resources().workersPerNode() > 1 || random.nextBoolean()) {
      resources.put("workersPerNode", experiment.resources().workersPerNode());
    }
    if (!resources.isEmpty()) {
      top.put("resources", resources);
    }
    top.put("frameworks", experiment.frameworks().stream().map(ExperimentText::framework).toList());
    top.put("workloads", experiment.workloads().stream().map(ExperimentText::workload).toList());
    top.put("repetitions", repetitions(experiment.repetitions()));
    top.put("warmup", experiment.warmups());
    top.put("timeout", TimeSpan.format(experiment.timeout()));
    top.put("baseline", experiment.baseline());
    top.put("seed", experiment.seed());
    top.put("dropCaches", experiment.dropCaches());
    Map<String, Object> warm = new LinkedHashMap<>();
    experiment.warm().memory().ifPresent(memory -> warm.put("memory", memory.toString()));
    if (experiment.warm().input() || random.nextBoolean()) {
      warm.put("input", experiment.warm().input());
    }
    if (!warm.isEmpty()) {
      top.put("warm", warm);
    }
    top.put(
        "monitors", experiment.monitors().isEmpty() ? "all" : List.copyOf(experiment.monitors()));
    if (!experiment.ownMonitors().isEmpty()) {
      top.put(
          "ownMonitors",
          experiment.ownMonitors().stream()
              .map(
                  own ->
                      Map.of(
                          "name", own.name(),
                          "class", own.className(),
                          "jar", own.jar().toString()))
              .toList());
    }
    top.put("interval", TimeSpan.format(experiment.interval()));
    top.put(
        "disturbance",
        Map.of(
            "limit",
            Math.round(experiment.disturbance().limit() * 1000) / 10.0 + "%",
            "attempts",
            experiment.disturbance().attempts()));
    top.put("order", experiment.order().id());
    experiment.site().ifPresent(site -> top.put("site", site(site)));
    experiment.work().ifPresent(work -> top.put("work", work.toString()));
    experiment.output().ifPresent(output -> top.put("output", output.toString()));
    List<String> keys = new ArrayList<>(top.keySet());
    Collections.shuffle(keys, random);
    Map<String, Object> shuffled = new LinkedHashMap<>();
    keys.forEach(key -> shuffled.put(key, top.get(key)));
    return new YAMLMapper().writeValueAsString(shuffled);
  }

  private static Map<String, Object> storage(StorageSpec storage) {
    Map<String, Object> keys = new LinkedHashMap<>();
    put(keys, "label", storage.label());
    keys.put("type", storage.type().id());
    put(keys, "data", storage.data());
    put(keys, "spill", storage.spill());
    put(keys, "uri", storage.uri());
    put(keys, "block", storage.block().map(ByteSize::toString));
    storage.replication().ifPresent(number -> keys.put("replication", number));
    if (!storage.volumes().isEmpty()) {
      keys.put("volumes", Volumes.text(storage.volumes()));
    }
    put(keys, "network", storage.network());
    if (!storage.settings().isEmpty()) {
      keys.put("settings", storage.settings());
    }
    return keys;
  }

  private static void put(Map<String, Object> keys, String key, List<Path> paths) {
    if (!paths.isEmpty()) {
      keys.put(key, paths.stream().map(Path::toString).toList());
    }
  }

  private static Object repetitions(Repetitions repetitions) {
    return repetitions.interval().isEmpty()
        ? repetitions.most()
        : Map.of(
            "least",
            repetitions.least(),
            "most",
            repetitions.most(),
            "interval",
            Math.round(repetitions.interval().get() * 1000) / 10.0 + "%");
  }

  private static Map<String, String> site(SiteInfo site) {
    Map<String, String> words = new LinkedHashMap<>();
    site.cluster().ifPresent(cluster -> words.put("cluster", cluster));
    site.storage().ifPresent(storage -> words.put("storage", storage));
    site.network().ifPresent(network -> words.put("network", network));
    return words;
  }

  private static Object node(NodeSpec node) {
    String specification = node.specification();
    if (!specification.startsWith("namespace:")) {
      return specification;
    }
    String[] parts = specification.substring("namespace:".length()).split("/", 2);
    return parts.length == 1
        ? Map.of("namespace", parts[0])
        : Map.of("namespace", parts[0], "ssh", parts[1]);
  }

  private static Object framework(FrameworkSpec framework) {
    Map<String, Object> keys = new LinkedHashMap<>(framework.options());
    keys.put("label", framework.label());
    keys.put("mode", framework.mode());
    put(keys, "version", framework.version());
    put(keys, "home", framework.home());
    put(keys, "java", framework.java());
    keys.putAll(framework.jvm().described());
    put(keys, "storage", framework.storage().map(StorageConfiguration::id));
    put(keys, "network", framework.network());
    if (!framework.settings().isEmpty()) {
      keys.put("settings", framework.settings());
    }
    putHooks(keys, framework.hooks());
    return Map.of(framework.kind(), keys);
  }

  private static void put(Map<String, Object> keys, String key, Optional<String> value) {
    value.ifPresent(some -> keys.put(key, some));
  }

  private static Object workload(WorkloadSpec workload) {
    Map<String, Object> keys = new LinkedHashMap<>(workload.settings());
    keys.put("label", workload.label());
    put(keys, "timeout", workload.timeout().map(TimeSpan::format));
    putHooks(keys, workload.hooks());
    return Map.of(workload.kind(), keys);
  }

  private static void putHooks(Map<String, Object> keys, Hooks hooks) {
    if (hooks.equals(Hooks.NONE)) {
      return;
    }
    Map<String, Object> all = new LinkedHashMap<>();
    hooks.commands().forEach((hook, command) -> all.put(hook.id(), command));
    all.put("timeout", TimeSpan.format(hooks.timeout()));
    all.put("environment", hooks.environment());
    keys.put("hooks", all);
  }
}
