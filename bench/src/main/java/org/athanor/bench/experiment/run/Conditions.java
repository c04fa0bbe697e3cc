// SPDX-License-Identifier: Apache-2.0
package org.athanor.bench.experiment.run;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.athanor.bench.experiment.Experiment;
import org.athanor.bench.experiment.FrameworkSpec;
import org.athanor.bench.experiment.NodeSpec;
import org.athanor.bench.framework.Framework;
import org.athanor.bench.monitor.OwnMonitorSpec;
import org.athanor.cluster.SystemInfo;
import org.athanor.results.Results.FrameworkInfo;
import org.athanor.results.Results.WorkloadInfo;
import org.athanor.yaml.text.ByteSize;

/**
 * The conditions that the results of a run depend on beside its experiment file: the build of
 * Athanor, the nodes with their hardware and software, and the versions of the frameworks. A run
 * can only be resumed under the same conditions.
 */
final class Conditions {
  private static final int HASH_DIGITS = 16;
  private static final String NONE = "none";
  private static final String BUILD = ": build";

  private Conditions() {}

  /**
   * Collects the conditions: name → value, in the order in which messages show them.
   *
   * @param workloads by label, with the user's jars
   * @param infos of the workloads, with the sizes of the user's own inputs
   */
  static Map<String, String> of(
      Experiment experiment,
      Testbed testbed,
      Facilities facilities,
      Map<String, Framework> frameworks,
      FrameworkVersions versions,
      Map<String, TrialWorkload> workloads,
      List<WorkloadInfo> infos)
      throws IOException {
    Map<String, String> conditions = new LinkedHashMap<>();
    String build = InstallationCopy.hash(facilities.installation()).substring(0, HASH_DIGITS);
    conditions.put("Athanor", facilities.version() + " build " + build);
    conditions.put(
        "nodes",
        String.join(", ", experiment.nodes().stream().map(NodeSpec::specification).toList()));
    conditions.put("cores per node", Integer.toString(testbed.share().cores()));
    conditions.put("memory per node", new ByteSize(testbed.share().memoryBytes()).rounded());
    // Only if they are not the default, as in runs of older releases.
    if (testbed.share().workers() != 1) {
      conditions.put("workers per node", Integer.toString(testbed.share().workers()));
    }
    if (testbed.share().tasks() != testbed.share().cores()) {
      conditions.put("tasks per node", Integer.toString(testbed.share().tasks()));
    }
    for (int i = 0; i < testbed.nodes().size(); i++) {
      node(testbed.nodes().get(i).name(), testbed.systems().get(i), conditions);
    }
    for (FrameworkSpec spec : experiment.frameworks()) {
      Framework framework = frameworks.get(spec.label());
      conditions.put(spec.label() + ": version", framework.version());
      if (versions.builds().containsKey(spec.label())) {
        conditions.put(spec.label() + BUILD, versions.builds().get(spec.label()));
      }
      conditions.put(spec.label() + ": Java", versions.javas().get(spec.label()));
      for (Map.Entry<String, String> option : spec.options().entrySet()) {
        Path file = Path.of(option.getValue());
        if (Files.isRegularFile(file)) {
          conditions.put(spec.label() + ": " + option.getKey(), hash(option.getKey(), file));
        }
      }
    }
    for (WorkloadInfo workload : infos) {
      if (workload.inputBytesSource().filter(WorkloadInfo.MEASURED::equals).isPresent()) {
        conditions.put(
            workload.label() + ": input", workload.inputBytes().orElseThrow() + " bytes");
      }
    }
    for (Map.Entry<String, TrialWorkload> workload : workloads.entrySet()) {
      for (Path file : workload.getValue().files()) {
        usersFile(workload.getKey() + ": " + file.getFileName(), file, conditions);
      }
    }
    for (OwnMonitorSpec monitor : experiment.ownMonitors()) {
      Path jar = monitor.jar();
      usersFile(monitor.name() + ": " + jar.getFileName(), jar, conditions);
    }
    return conditions;
  }

  /** What the user's programs and monitors do is in their jars. */
  private static void usersFile(String name, Path file, Map<String, String> conditions)
      throws IOException {
    if (Files.isRegularFile(file)) {
      conditions.put(name, hash(name, file));
    }
  }

  private static String hash(String name, Path file) throws IOException {
    return InstallationCopy.hash(Map.of(name, file)).substring(0, HASH_DIGITS);
  }

  private static void node(String name, SystemInfo system, Map<String, String> conditions) {
    conditions.put(name + ": host name", system.host());
    conditions.put(name + ": operating system", system.operatingSystem());
    conditions.put(name + ": kernel", system.kernel());
    conditions.put(name + ": architecture", system.architecture());
    conditions.put(name + ": processor", system.cpuModel());
    conditions.put(name + ": processors", Integer.toString(system.processors()));
    // Rounded: the kernel reserves a slightly different amount of memory at each boot.
    conditions.put(name + ": memory", new ByteSize(system.memoryBytes()).rounded());
    conditions.put(name + ": frequency governor", system.governor().orElse(NONE));
    conditions.put(name + ": hypervisor", system.virtualization().orElse(NONE));
    conditions.put(name + ": Java", system.java().orElse(NONE));
  }

  /**
   * Describes all differences, such as {@code localhost: kernel was 6.1, is 6.12}; empty if there
   * is none. A build that is only known now is no difference, see {@link #isBuildOnlyKnownNow}.
   */
  static Optional<String> difference(Map<String, String> before, Map<String, String> now) {
    Set<String> names = new LinkedHashSet<>(now.keySet());
    names.addAll(before.keySet());
    List<String> differences = new ArrayList<>();
    for (String name : names) {
      if (name.endsWith(BUILD) && isOnlyKnownNow(name, before, now)) {
        continue;
      }
      String was = before.getOrDefault(name, NONE);
      String is = now.getOrDefault(name, NONE);
      if (!was.equals(is)) {
        differences.add(name + " was " + was + ", is " + is);
      }
    }
    return differences.isEmpty() ? Optional.empty() : Optional.of(String.join("; ", differences));
  }

  /**
   * Whether the build of a framework was not known before: its jars could not be read then. What
   * was known and is not now is a difference, because nobody could tell later whose trials are of
   * which build.
   */
  static boolean isBuildOnlyKnownNow(
      String framework, Map<String, String> before, Map<String, String> now) {
    return isOnlyKnownNow(framework + BUILD, before, now);
  }

  /** Adds a framework's build, unless it is not known or there is one already. */
  static void addBuild(FrameworkInfo framework, Map<String, String> conditions) {
    framework.build().ifPresent(it -> conditions.putIfAbsent(framework.label() + BUILD, it));
  }

  private static boolean isOnlyKnownNow(
      String name, Map<String, String> before, Map<String, String> now) {
    return now.containsKey(name) && !before.containsKey(name);
  }
}
