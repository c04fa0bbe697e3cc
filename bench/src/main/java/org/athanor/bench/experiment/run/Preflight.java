// SPDX-License-Identifier: Apache-2.0
package org.athanor.bench.experiment.run;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.athanor.bench.experiment.Experiment;
import org.athanor.bench.experiment.FrameworkSpec;
import org.athanor.bench.experiment.NodeSpec;
import org.athanor.bench.experiment.ResourceSpec;
import org.athanor.bench.experiment.StorageSpec;
import org.athanor.bench.experiment.StorageType;
import org.athanor.bench.experiment.file.ExperimentFile;
import org.athanor.bench.framework.Framework;
import org.athanor.bench.framework.Site;
import org.athanor.bench.framework.Site.Installation;
import org.athanor.bench.monitor.OwnMonitorSpec;
import org.athanor.bench.power.PowerMeters;
import org.athanor.cluster.Command;
import org.athanor.cluster.NetworkInterfaces;
import org.athanor.cluster.Node;
import org.athanor.cluster.Nodes;
import org.athanor.cluster.PrivateDirectory;
import org.athanor.cluster.Reason;
import org.athanor.cluster.SystemInfo;
import org.athanor.cluster.artifact.ArtifactStore;
import org.athanor.yaml.Problem;
import org.athanor.yaml.text.ByteSize;

/**
 * Checks the machines before anything is started. Collects all reasons why the experiment cannot
 * run on them, each with the line of the experiment file that it is about.
 */
final class Preflight {
  private static final Duration COMMAND_TIMEOUT = Duration.ofMinutes(1);

  /** Memory of a node that cannot be made warm, because other processes use it. */
  private static final long LEFT_BYTES = 1L << 30;

  private final ExperimentFile file;
  private final Experiment experiment;
  private final Facilities facilities;
  private final Map<String, Framework> frameworks;
  private final Map<String, TrialWorkload> workloads;
  private final RunListener listener;
  private final List<Problem> problems = new ArrayList<>();

  /**
   * @param frameworks by label
   * @param workloads by label
   */
  Preflight(
      ExperimentFile file,
      Experiment experiment,
      Facilities facilities,
      Map<String, Framework> frameworks,
      Map<String, TrialWorkload> workloads,
      RunListener listener) {
    this.file = file;
    this.experiment = experiment;
    this.facilities = facilities;
    this.frameworks = frameworks;
    this.workloads = workloads;
    this.listener = listener;
  }

  /** The problems that were found. */
  List<Problem> problems() {
    return problems;
  }

  /** Checks all machines. Those that do not answer are reported; returns empty if none answers. */
  Optional<Testbed> check(List<Node> nodes, Marks marks, Path work) throws InterruptedException {
    boolean safe = directories(Nodes.localhost(), marks, work);
    boolean seen = false;
    List<Node> answering = new ArrayList<>();
    List<SystemInfo> systems = new ArrayList<>();
    for (int i = 0; i < nodes.size(); i++) {
      Node node = nodes.get(i);
      NodeSpec spec = experiment.nodes().get(i);
      try {
        SystemInfo system = node.system();
        node(spec, node, system, marks);
        if (!node.hasFilesOfThisMachine()) {
          safe &= directories(node, marks, work);
        }
        // Network namespaces of this machine have the same files.
        if (!node.hasFilesOfThisMachine() || !seen) {
          seen |= node.hasFilesOfThisMachine();
          safe &= disks(node, marks, work);
        }
        answering.add(node);
        systems.add(system);
      } catch (IOException unreachable) {
        problem(Testbed.subject(spec), Testbed.withoutName(node, unreachable));
      }
    }
    for (StorageSpec storage : experiment.storages()) {
      for (String what : facilities.storageProblems(storage.type())) {
        problem(StorageCheck.subject(storage), what);
      }
    }
    PowerMeters.problems(experiment.power())
        .forEach((node, what) -> problem("power", "the meter of " + node + ": " + what));
    if (answering.isEmpty()) {
      return Optional.empty();
    }
    // If the master does not answer, the first answering node is another one, so skip these checks.
    boolean master =
        answering.get(0).equals(nodes.get(0)) && (safe || answering.get(0).hasFilesOfThisMachine());
    Installation installation = master ? installation(answering, marks) : facilities.installation();
    Map<String, Map<String, String>> addresses = addresses(answering, marks);
    Testbed testbed =
        Testbed.of(experiment, answering, systems, marks, work, installation, addresses);
    division(testbed);
    if (master) {
      frameworks(testbed);
      workloads(testbed);
      ownMonitors();
    }
    for (StorageSpec storage : experiment.storages()) {
      for (String what : new VolumeCheck(experiment, storage, workloads.values()).problems()) {
        problem(storage.label().isEmpty() ? "volumes" : StorageCheck.subject(storage), what);
      }
      if (master) {
        new StorageCheck(storage, testbed)
            .problems()
            .forEach(what -> problem(StorageCheck.subject(storage), what));
      }
    }
    new DiskCheck(file, experiment, facilities.cache(), workloads).check(testbed, problems);
    return Optional.of(testbed);
  }

  /** Interface → node → address; those that cannot be used are reported and left out. */
  private Map<String, Map<String, String>> addresses(List<Node> nodes, Marks marks)
      throws InterruptedException {
    Map<String, Map<String, String>> addresses = new HashMap<>();
    if (experiment.networks().isEmpty()) {
      return addresses;
    }
    for (Node node : nodes) {
      try {
        NetworkInterfaces interfaces = NetworkInterfaces.of(node, marks.tools());
        for (String name : experiment.networks()) {
          Optional<String> address = interfaces.address(name);
          if (address.isPresent()) {
            addresses.computeIfAbsent(name, it -> new HashMap<>()).put(node.name(), address.get());
          } else {
            problem(subject(name), node.name() + " " + interfaces.problem(name));
          }
        }
      } catch (IOException unknown) {
        problem("network", node.name() + " " + Testbed.withoutName(node, unknown));
      }
    }
    addresses.values().removeIf(known -> known.size() < nodes.size());
    addresses.forEach(
        (name, known) -> unreachable(known).ifPresent(what -> problem(subject(name), what)));
    return addresses;
  }

  /** Why nodes cannot reach one another at their addresses; empty if they may. */
  static Optional<String> unreachable(Map<String, String> addresses) {
    Map<String, String> nodes = new HashMap<>();
    for (Map.Entry<String, String> entry : new TreeMap<>(addresses).entrySet()) {
      String address = entry.getValue();
      if (addresses.size() > 1 && address.startsWith("127.")) {
        return Optional.of(
            entry.getKey()
                + " has "
                + address
                + ", where other nodes cannot reach it; name another interface");
      }
      String other = nodes.putIfAbsent(address, entry.getKey());
      if (other != null) {
        return Optional.of(
            other
                + " and "
                + entry.getKey()
                + " both have "
                + address
                + "; give each node an address of its own, or name another interface");
      }
    }
    return Optional.empty();
  }

  /** The first key that names an interface. */
  private String subject(String network) {
    if (experiment.network().equals(Optional.of(network))) {
      return "network";
    }
    for (FrameworkSpec framework : experiment.frameworks()) {
      if (framework.network().equals(Optional.of(network))) {
        return "frameworks." + framework.label() + ".network";
      }
    }
    return experiment.storages().stream()
        .filter(storage -> storage.network().equals(Optional.of(network)))
        .findFirst()
        .map(StorageCheck::subject)
        .orElseThrow();
  }

  /** Nothing is written, or read from the cache, where another user may have been before. */
  private boolean directories(Node node, Marks marks, Path work) throws InterruptedException {
    boolean safe = directory("work", Testbed.directory(work, "work"), node, marks);
    return directory("workloads", ArtifactStore.cache(facilities.cache()), node, marks) && safe;
  }

  /**
   * Checks the directories that storages name. They must exist: where a disk is not mounted, the
   * run's own directory would be made on another disk, and that one measured.
   */
  private boolean disks(Node node, Marks marks, Path work) throws InterruptedException {
    boolean safe = true;
    Set<Path> known = new HashSet<>();
    for (StorageSpec storage : experiment.storages()) {
      String subject = StorageCheck.subject(storage);
      for (Path disk : Testbed.disks(storage)) {
        if (!known.add(disk)) {
          continue;
        }
        // StorageCheck looks at the directory that all nodes see.
        boolean checked = storage.type() == StorageType.SHARED && storage.data().contains(disk);
        if (!checked && !test(node, marks, "-d", disk.toString(), subject)) {
          problem(
              subject,
              disk
                  + " is no directory on "
                  + node.name()
                  + "; make it there, or mount the disk that it is on");
        }
        Path own = disk.resolve(work.getFileName());
        safe = directory(subject, Testbed.directory(own, "storage"), node, marks) && safe;
      }
    }
    return safe;
  }

  private boolean directory(String subject, PrivateDirectory directory, Node node, Marks marks)
      throws InterruptedException {
    try {
      directory.check(node, marks.tools()).forEach(listener::warning);
      return true;
    } catch (IOException refused) {
      problem(subject, refused.getMessage());
      return false;
    }
  }

  private Installation installation(List<Node> nodes, Marks marks) throws InterruptedException {
    try {
      return new InstallationCopy(facilities.installation(), facilities.cache())
          .on(nodes, marks.tools(), listener);
    } catch (IOException failed) {
      problem(
          "nodes",
          "Athanor's own files cannot be copied to the master: " + Reason.withFile(failed));
      return facilities.installation();
    }
  }

  private void problem(String subject, String what) {
    problems.add(file.problem(subject, what));
  }

  private void node(NodeSpec spec, Node node, SystemInfo system, Marks marks)
      throws InterruptedException {
    String subject = Testbed.subject(spec);
    if (system.java().isEmpty()) {
      problem(subject, "has no Java; install one, 17 or newer");
    }
    if (experiment.roles().workers(experiment.nodes()).contains(spec)) {
      resources(node, system);
    }
    if (experiment.dropCaches() && !test(node, marks, "-w", "/proc/sys/vm/drop_caches", subject)) {
      problem("dropCaches", "needs root on " + node.name() + "; run as root, or remove the key");
    }
    for (FrameworkSpec framework : experiment.frameworks()) {
      String key = "frameworks." + framework.label();
      if (!frameworks.containsKey(framework.label())) {
        continue;
      }
      if (framework.home().isPresent() && !test(node, marks, "-r", framework.home().get(), key)) {
        problem(key + ".home", "cannot be read on " + node.name());
      }
    }
  }

  /** Checks what a framework may use of a node that works, and what is to be made warm there. */
  private void resources(Node node, SystemInfo system) {
    experiment
        .warm()
        .memory()
        .filter(memory -> memory.bytes() + LEFT_BYTES > system.memoryBytes())
        .ifPresent(
            memory ->
                problem(
                    "warm.memory",
                    node.name()
                        + " has "
                        + new ByteSize(system.memoryBytes()).rounded()
                        + " of memory; must be less by 1 GiB at least"));
    ResourceSpec resources = experiment.resources();
    resources
        .cores()
        .filter(cores -> cores > system.processors())
        .ifPresent(
            cores ->
                problem(
                    "resources.cores",
                    node.name() + " has " + system.processors() + " processors; must not be more"));
    resources
        .memory()
        .filter(memory -> memory.bytes() > system.memoryBytes())
        .ifPresent(
            memory ->
                problem(
                    "resources.memory",
                    node.name()
                        + " has "
                        + new ByteSize(system.memoryBytes()).rounded()
                        + " of memory; must not be more"));
  }

  /** With as many tasks as cores, and these not in the file, only the nodes tell their number. */
  private void division(Testbed testbed) {
    ResourceSpec resources = experiment.resources();
    if (resources.cores().or(resources::tasksPerNode).isEmpty()
        && testbed.share().workers() != resources.workersPerNode()) {
      problem(
          "resources.workersPerNode",
          ResourceSpec.undivided(testbed.share().tasks(), resources.workersPerNode()));
    }
  }

  private boolean test(Node node, Marks marks, String what, String path, String subject)
      throws InterruptedException {
    try {
      return node.run(marks.tools(), Command.of("test", what, path), COMMAND_TIMEOUT).status() == 0;
    } catch (IOException failed) {
      problem(subject, failed.getMessage());
      return true;
    }
  }

  private void frameworks(Testbed testbed) throws InterruptedException {
    int answering = testbed.roles().workers(testbed.nodes()).size();
    if (answering == 0) {
      return;
    }
    int largest = Math.min(answering, experiment.sizes().get(experiment.sizes().size() - 1));
    for (Map.Entry<String, Framework> framework : frameworks.entrySet()) {
      String subject = "frameworks." + framework.getKey();
      Set<String> found = new LinkedHashSet<>();
      for (StorageSpec storage : experiment.storages()) {
        Site site =
            testbed.site(
                largest,
                Optional.empty(),
                StorageCheck.expected(storage, testbed, largest),
                facilities.cache());
        try {
          found.addAll(framework.getValue().problems(site));
        } catch (IOException unknown) {
          found.add(unknown.getMessage());
        }
      }
      found.forEach(what -> problems.add(file.entryProblem(subject, what)));
    }
  }

  private void ownMonitors() {
    for (OwnMonitorSpec own : experiment.ownMonitors()) {
      if (!Files.isRegularFile(own.jar()) || !Files.isReadable(own.jar())) {
        problem("ownMonitors", own.name() + ": " + own.jar() + " is no readable file");
      } else {
        new UsersJar(own.jar())
            .problems(List.of(own.className()))
            .forEach(what -> problem("ownMonitors", own.name() + ": " + what));
      }
    }
  }

  private void workloads(Testbed testbed) throws InterruptedException {
    DataSite site = testbed.dataSite(facilities.cache());
    for (Map.Entry<String, TrialWorkload> workload : workloads.entrySet()) {
      String subject = "workloads." + workload.getKey();
      try {
        for (String what : workload.getValue().problems(site)) {
          problems.add(file.entryProblem(subject, what));
        }
        if (experiment.warm().input()) {
          workload
              .getValue()
              .input(site)
              .flatMap(WarmNodes::problem)
              .ifPresent(what -> problems.add(file.entryProblem(subject, "input: " + what)));
        }
      } catch (IOException unknown) {
        problem(subject, unknown.getMessage());
      }
    }
  }
}
