// SPDX-License-Identifier: Apache-2.0
package org.athanor.bench.experiment.run;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.athanor.bench.experiment.Experiment;
import org.athanor.bench.experiment.StorageSpec;
import org.athanor.bench.experiment.StorageType;
import org.athanor.bench.experiment.file.ExperimentFile;
import org.athanor.bench.experiment.run.TrialWorkload.Footprint;
import org.athanor.cluster.Command;
import org.athanor.cluster.CommandResult;
import org.athanor.cluster.Node;
import org.athanor.yaml.Problem;
import org.athanor.yaml.text.ByteSize;

/**
 * Checks that the disks of all nodes have enough free space. With n workers, in the size that needs
 * most, and r replicas of a block (1 on a local file system, else the smaller of 3 and n), every
 * node needs
 *
 * <pre>
 *   inputs:  r × all inputs × tiers / n               local: in the cache; HDFS: in the work directory
 *   outputs: (r × output + spill) / n, the largest    in the work directory
 * </pre>
 *
 * Inputs are on each tier that a framework uses, see {@link DataTier}. Storages with directories of
 * their own need this there, a shared one r = n = 1 for data. With an HDFS that exists only the
 * spill counts. If several directories are on one file system, it must have room for the sum.
 */
final class DiskCheck {
  private static final Duration TIMEOUT = Duration.ofMinutes(1);

  /**
   * Prints the device number of the file system, its free KiB, whether a directory can be made in
   * the nearest directory that exists, and the name of the device. The name does not identify a
   * file system: all file systems in memory have the name tmpfs.
   */
  private static final String SCRIPT =
      "d=$1; while [ ! -e \"$d\" ]; do d=$(dirname \"$d\"); done;"
          + " number=$(stat -c %d \"$d\");"
          + " if t=$(mktemp -d \"$d/athanor-XXXXXX\" 2>/dev/null) && rmdir \"$t\";"
          + " then writable=yes; else writable=no; fi;"
          + " df -Pk \"$d\" | awk -v n=\"$number\" -v w=$writable 'NR==2 {print n, $4, w, $1}'";

  private final ExperimentFile file;
  private final Experiment experiment;
  private final Path cache;
  private final Map<String, TrialWorkload> workloads;

  DiskCheck(
      ExperimentFile file,
      Experiment experiment,
      Path cache,
      Map<String, TrialWorkload> workloads) {
    this.file = file;
    this.experiment = experiment;
    this.cache = cache;
    this.workloads = workloads;
  }

  void check(Testbed testbed, List<Problem> problems) throws InterruptedException {
    Map<Path, Long> needs = needs(testbed);
    for (Node node : testbed.nodes()) {
      try {
        check(node, testbed, needs, problems);
      } catch (IOException failed) {
        problems.add(file.problem("nodes." + node.name(), Testbed.withoutName(node, failed)));
      }
    }
  }

  /** Directory → upper bound of the bytes that each node needs below it. */
  Map<Path, Long> needs(Testbed testbed) {
    Map<Path, Long> most = new LinkedHashMap<>();
    for (int size : experiment.sizes()) {
      needs(testbed, size).forEach((path, bytes) -> most.merge(path, bytes, Math::max));
    }
    return most;
  }

  private Map<Path, Long> needs(Testbed testbed, int nodes) {
    Map<Path, Long> needs = new LinkedHashMap<>();
    needs.put(testbed.work(), 0L);
    for (StorageSpec storage : experiment.storages()) {
      needs(testbed, storage, nodes, needs);
    }
    return needs;
  }

  private void needs(Testbed testbed, StorageSpec storage, int nodes, Map<Path, Long> needs) {
    int replicas = storage.replicas(nodes);
    long tiers = Math.max(1, experiment.frameworks().stream().map(DataTier::of).distinct().count());
    long inputs = 0;
    long output = 0;
    long spill = 0;
    long both = 0;
    for (TrialWorkload workload : workloads.values()) {
      Footprint need = workload.footprint(nodes);
      inputs += tiers * need.input();
      output = Math.max(output, replicas * need.output());
      spill = Math.max(spill, need.spill());
      both = Math.max(both, replicas * need.output() + need.spill());
    }
    // All nodes see the one copy of a shared directory.
    int parts = storage.type() == StorageType.SHARED ? 1 : nodes;
    List<Path> work = List.of(testbed.work());
    if (storage.type() == StorageType.URI) {
      add(storage.spill().isEmpty() ? work : storage.spill(), spill / nodes, needs);
      return;
    }
    if (storage.data().isEmpty() && storage.spill().isEmpty()) {
      add(work, both / nodes, needs);
    } else {
      add(storage.data().isEmpty() ? work : storage.data(), output / parts, needs);
      add(storage.spill().isEmpty() ? work : storage.spill(), spill / nodes, needs);
    }
    boolean cached =
        storage.type() == StorageType.LOCAL
            && storage.data().isEmpty()
            && experiment.fresh().isEmpty();
    List<Path> places = storage.data().isEmpty() ? work : storage.data();
    add(cached ? List.of(cache) : places, replicas * inputs / parts, needs);
  }

  /** Adds bytes that are spread over directories evenly. */
  private static void add(List<Path> directories, long bytes, Map<Path, Long> needs) {
    directories.forEach(directory -> needs.merge(directory, bytes / directories.size(), Long::sum));
  }

  private void check(Node node, Testbed testbed, Map<Path, Long> needs, List<Problem> problems)
      throws IOException, InterruptedException {
    Map<String, FileSystem> systems = new LinkedHashMap<>();
    Map<String, Long> needed = new LinkedHashMap<>();
    for (Map.Entry<Path, Long> need : needs.entrySet()) {
      Path directory = need.getKey();
      Command command = Command.of("sh", "-c", SCRIPT, "sh", directory.toString());
      CommandResult result = node.run(testbed.marks().tools(), command, TIMEOUT);
      String[] words = result.output().strip().split(" +", 4);
      if (result.status() != 0 || words.length != 4 || !words[1].matches("\\d+")) {
        throw new IOException(directory + ": " + (result.errors() + result.output()).strip());
      }
      if (words[2].equals("no")) {
        problems.add(notWritable(node, testbed, directory));
        continue;
      }
      systems.put(words[0], new FileSystem(words[3], 1024 * Long.parseLong(words[1])));
      needed.merge(words[0], need.getValue(), Long::sum);
    }
    needed.forEach(
        (number, bytes) -> {
          FileSystem system = systems.get(number);
          if (bytes > system.free()) {
            problems.add(
                file.problem("workloads", shortage(node, system.device(), bytes, system.free())));
          }
        });
  }

  private Problem notWritable(Node node, Testbed testbed, Path directory) {
    boolean work = directory.equals(testbed.work());
    boolean cached = directory.equals(cache);
    String subject = "storage";
    if (work || cached) {
      subject = work ? "work" : "workloads";
    }
    return file.problem(
        subject,
        (work ? directory.getParent() : directory)
            + " cannot be written on "
            + node.name()
            + (cached ? "; set ATHANOR_CACHE to another directory" : "; name another directory"));
  }

  private record FileSystem(String device, long free) {}

  private static String shortage(Node node, String device, long needed, long free) {
    return "inputs, outputs and spills need "
        + new ByteSize(needed).rounded()
        + " on "
        + device
        + " of "
        + node.name()
        + ", where "
        + new ByteSize(free).rounded()
        + " are free; reduce sizes, or set work to a directory on another disk";
  }
}
