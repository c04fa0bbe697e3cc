// SPDX-License-Identifier: Apache-2.0
package org.athanor.bench.catalogue;

import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import org.athanor.cluster.SystemInfo;
import org.athanor.profile.run.Amount;
import org.athanor.profile.run.Application;
import org.athanor.profile.run.Configuration;
import org.athanor.profile.run.Execution;
import org.athanor.profile.run.Framework;
import org.athanor.profile.run.Input;
import org.athanor.profile.run.NodeKind;
import org.athanor.profile.run.Origin;
import org.athanor.profile.run.Phase;
import org.athanor.profile.run.Resource;
import org.athanor.profile.run.Run;
import org.athanor.profile.run.Site;
import org.athanor.results.MonitorInfo;
import org.athanor.results.NodeUse;
import org.athanor.results.Reading;
import org.athanor.results.Results;
import org.athanor.results.Results.FrameworkInfo;
import org.athanor.results.Results.NodeInfo;
import org.athanor.results.Results.SiteInfo;
import org.athanor.results.Results.StorageInfo;
import org.athanor.results.Results.WorkloadInfo;
import org.athanor.results.Total;
import org.athanor.results.TrialKey;
import org.athanor.results.TrialResult;

/** Converts a trial to a run of the catalogue. */
final class TrialRun {
  /**
   * Memory is rounded to this: kernels reserve different amounts of the same memory, by some MB.
   */
  private static final long MEMORY_STEP_BYTES = 256L << 20;

  /** Kinds of workloads that are the user's own. */
  private static final Set<String> OF_USERS = Set.of("command", "program");

  private TrialRun() {}

  /**
   * @throws IllegalArgumentException if the trial does not belong to the results; the message is
   *     one line
   */
  static Run of(Results results, TrialResult trial) {
    WorkloadInfo workload =
        find("workload", trial.key().workload(), results.workloads(), WorkloadInfo::label);
    return new Run(
        id(results, trial),
        origin(results, trial),
        application(workload),
        configuration(results, trial.key()),
        new Input(workload.input(), inputBytes(workload, trial.key())),
        new Execution(
            trial.started(),
            trial.wallSeconds(),
            trial.disturbance(),
            trial.phases().stream().map(TrialRun::phase).toList(),
            intermediateBytes(trial)),
        trial.workers().stream().map(use -> use(results, use)).toList(),
        site(results, trial));
  }

  static OptionalLong inputBytes(WorkloadInfo workload, TrialKey key) {
    return workload.inputBytes(key.nodes()).map(OptionalLong::of).orElseGet(OptionalLong::empty);
  }

  private static Site site(Results results, TrialResult trial) {
    Optional<SiteInfo> info = results.site();
    OptionalDouble quota =
        trial.workers().stream()
            .map(use -> find("node", use.node(), results.nodes(), NodeInfo::name).system())
            .flatMap(system -> system.quota().stream())
            .mapToDouble(Double::doubleValue)
            .min();
    return new Site(
        info.flatMap(SiteInfo::cluster),
        trial.key().storage().or(() -> info.flatMap(SiteInfo::storage)),
        info.flatMap(SiteInfo::network),
        quota.isPresent()
            ? OptionalDouble.of(Math.min(quota.getAsDouble(), results.coresPerNode()))
            : OptionalDouble.empty(),
        Site.Scheduling.UNKNOWN);
  }

  private static OptionalLong intermediateBytes(TrialResult trial) {
    return trial.measures().get(TrialResult.INTERMEDIATE_DATA) instanceof Reading.Value value
        ? OptionalLong.of((long) value.amount())
        : OptionalLong.empty();
  }

  /** The nodes' clocks differ by milliseconds, so a phase may seem to begin before its trial. */
  private static Phase phase(org.athanor.results.Phase phase) {
    double start = Math.max(0, phase.startSeconds());
    return new Phase(phase.name(), start, Math.max(start, phase.endSeconds()));
  }

  /** A unique id: no two trials of one name start in the same millisecond on the same host. */
  static String id(Results results, TrialResult trial) {
    String host = results.nodes().isEmpty() ? "" : results.nodes().get(0).system().host();
    return Run.idOf(
        List.of(
            "bench",
            results.name(),
            trial.key().id(),
            Integer.toString(trial.attempt()),
            Long.toString(trial.started().toEpochMilli()),
            host));
  }

  private static Origin origin(Results results, TrialResult trial) {
    String attempt = trial.attempt() > 1 ? "-a" + trial.attempt() : "";
    return new Origin(
        "bench", results.athanor(), Optional.of(results.name()), trial.key().id() + attempt);
  }

  /** The size belongs to the input and is not a parameter of the application. */
  static Application application(WorkloadInfo workload) {
    Map<String, String> parameters = new TreeMap<>(workload.settings());
    if (workload.inputBytes().isPresent() || !workload.inputBytesBySize().isEmpty()) {
      parameters.remove("size");
      parameters.remove(WorkloadInfo.SIZE_PER_WORKER);
    }
    // All of a user's own workloads have the same kind; the label distinguishes them.
    String name = OF_USERS.contains(workload.kind()) ? workload.label() : workload.kind();
    return new Application(name, parameters);
  }

  /** The storage's settings are part of it, as {@code storage.data} and so on. */
  static Configuration configuration(Results results, TrialKey key) {
    FrameworkInfo framework =
        find("framework", key.framework(), results.frameworks(), FrameworkInfo::label);
    Map<String, String> settings = settings(results, framework);
    Optional<StorageInfo> storage =
        key.storage().map(label -> find("storage", label, results.storages(), StorageInfo::label));
    storage.ifPresent(
        info -> info.settings().forEach((name, value) -> settings.put("storage." + name, value)));
    return new Configuration(
        new Framework(framework.kind(), framework.version(), framework.mode(), framework.java()),
        storage.map(StorageInfo::type).orElse(results.filesystem()),
        results.coresPerNode(),
        results.memoryBytesPerNode(),
        settings);
  }

  /**
   * A layout that is not the default, what was made warm, and the build of a user's installation
   * make another configuration.
   */
  private static Map<String, String> settings(Results results, FrameworkInfo framework) {
    Map<String, String> settings = new TreeMap<>(framework.settings());
    results.chosenLayout().ifPresent(layout -> settings.put("layout", layout.text()));
    results.warm().ifPresent(warm -> settings.put("warm", warm.text()));
    framework.build().ifPresent(build -> settings.put("build", build));
    return settings;
  }

  private static org.athanor.profile.run.NodeUse use(Results results, NodeUse use) {
    NodeInfo node = find("node", use.node(), results.nodes(), NodeInfo::name);
    Map<Resource, Amount> amounts = new TreeMap<>();
    use.totals()
        .forEach(
            (total, reading) ->
                resource(total).ifPresent(resource -> amounts.put(resource, amount(reading))));
    for (MonitorInfo monitor : results.monitors()) {
      for (Total total : monitor.keys()) {
        Reading reading = use.totals().get(total);
        if (reading != null) {
          amounts.put(Resource.of(resourceId(total)), amountOfOwn(reading));
        }
      }
    }
    return new org.athanor.profile.run.NodeUse(use.node(), kind(node.system()), amounts);
  }

  /** The resource of a total: its id is the total's id followed by the unit. */
  static Optional<Resource> resource(Total total) {
    return Resource.withId(resourceId(total));
  }

  private static String resourceId(Total total) {
    return total.id() + "_" + total.unit().name().toLowerCase(Locale.ROOT);
  }

  /** A monitor of the user may give what is no amount of a resource. */
  private static Amount amountOfOwn(Reading reading) {
    return reading instanceof Reading.Value value
            && !(value.amount() >= 0 && value.amount() <= 1e100)
        ? Amount.unknown("is no amount of a resource: " + value.amount())
        : amount(reading);
  }

  private static Amount amount(Reading reading) {
    return reading instanceof Reading.Value value
        ? Amount.of(value.amount())
        : Amount.unknown(((Reading.Unavailable) reading).reason());
  }

  static NodeKind kind(SystemInfo system) {
    long steps = Math.max(1, Math.round((double) system.memoryBytes() / MEMORY_STEP_BYTES));
    return new NodeKind(
        system.architecture(),
        system.cpuModel(),
        system.processors(),
        steps * MEMORY_STEP_BYTES,
        system.virtualization());
  }

  static <T> T find(String what, String name, Collection<T> all, Function<T, String> nameOf) {
    return all.stream()
        .filter(one -> nameOf.apply(one).equals(name))
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "the experiment has no %s %s, only %s"
                        .formatted(
                            what, name, String.join(", ", all.stream().map(nameOf).toList()))));
  }
}
