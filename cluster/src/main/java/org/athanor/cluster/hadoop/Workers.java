// SPDX-License-Identifier: Apache-2.0
package org.athanor.cluster.hadoop;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.athanor.cluster.InvalidHostsException;
import org.athanor.cluster.Node;
import org.athanor.cluster.Nodes;
import org.athanor.cluster.Reason;

/**
 * Makes the workers of a cluster from what users write. A host file has a host on each line, as
 * {@link Nodes} knows them, and what is special about it; {@code #} begins a comment:
 *
 * <pre>
 * h1    role=storage rack=/east/rack1 ssd=1x53m/24m disk=2x6m/5m
 * h2    role=compute rack=/east/rack1
 * h3
 * </pre>
 *
 * <p>The first host may have {@code role=master}: it is no worker then.
 */
public final class Workers {
  private Workers() {}

  /**
   * Workers on this machine.
   *
   * @param racks of the workers in turn; none for Hadoop's default
   * @param volumes of each worker
   * @throws IllegalArgumentException if racks cannot be used; the message is one line
   */
  public static List<Worker> here(int count, List<String> racks, List<Volumes> volumes) {
    racks.forEach(Worker::requireRack);
    if (racks.size() > count) {
      throw new IllegalArgumentException(
          racks.size() + " racks are more than the number of workers, " + count);
    }
    List<Worker> workers = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      Optional<String> rack =
          racks.isEmpty() ? Optional.empty() : Optional.of(racks.get(i % racks.size()));
      workers.add(new Worker(Nodes.localhost(), HostRole.BOTH, rack, volumes));
    }
    List<String> problems = problems(workers);
    if (!problems.isEmpty()) {
      throw new IllegalArgumentException(problems.get(0));
    }
    return workers;
  }

  /**
   * The workers that a host file lists.
   *
   * @param volumes of the workers that store and whose line has none
   * @throws InvalidHostsException with all problems, at their lines
   */
  public static List<Worker> ofFile(Path file, List<Volumes> volumes) throws InvalidHostsException {
    try {
      List<Worker> workers = of(Files.readAllLines(file), file + ":", "host file " + file + ": ");
      return workers.stream().map(worker -> worker.withDefault(volumes)).toList();
    } catch (IOException e) {
      throw new InvalidHostsException(
          List.of("host file " + file + ": cannot be read: " + Reason.of(e)));
    }
  }

  /**
   * Workers from their {@link Worker#text}.
   *
   * @throws InvalidHostsException if these are no such texts
   */
  public static List<Worker> ofTexts(List<String> texts) throws InvalidHostsException {
    return of(texts, "worker ", "");
  }

  private static List<Worker> of(List<String> lines, String linePrefix, String prefix)
      throws InvalidHostsException {
    Reader reader = new Reader();
    for (int i = 0; i < lines.size(); i++) {
      String line = lines.get(i).replaceFirst("#.*", "").strip();
      if (!line.isEmpty()) {
        reader.read(List.of(line.split("\\s+", -1)), linePrefix + (i + 1) + ": ", i + 1);
      }
    }
    if (reader.lines.isEmpty()) {
      reader.problems.add(prefix + "names no host; must have one per line");
    }
    if (reader.repeatsThisMachineBesideOthers()) {
      reader.problems.add(
          prefix
              + "names localhost several times, and other hosts too: several workers on this"
              + " machine must be all workers");
    }
    List<Worker> workers = reader.problems.isEmpty() ? reader.workers() : List.of();
    problems(workers).forEach(problem -> reader.problems.add(prefix + problem));
    if (!reader.problems.isEmpty()) {
      throw new InvalidHostsException(reader.problems);
    }
    return workers;
  }

  /** The reasons why workers do not make a cluster; one line each. */
  private static List<String> problems(List<Worker> workers) {
    List<String> problems = new ArrayList<>();
    if (workers.isEmpty()) {
      return problems;
    }
    if (workers.stream().noneMatch(Worker::stores)) {
      problems.add(
          "every host has role=compute or role=master; one or more must store the files of HDFS");
    }
    workers.stream()
        .skip(1)
        .filter(worker -> worker.role() == HostRole.MASTER)
        .map(worker -> worker.node().name() + ": role=master: must be the first host")
        .forEach(problems::add);
    // Only those of the workers are in one tree of racks.
    List<Worker> placed =
        workers.stream().filter(worker -> worker.role() != HostRole.MASTER).toList();
    Worker first = placed.isEmpty() ? workers.get(0) : placed.get(0);
    placed.stream()
        .filter(worker -> worker.rackDepth() != first.rackDepth())
        .findFirst()
        .ifPresent(
            other ->
                problems.add(
                    String.format(
                        "%s and %s: Hadoop needs as many names in one as in the other;"
                            + " /default-rack is that of hosts without one",
                        rack(first), rack(other))));
    return problems;
  }

  private static String rack(Worker worker) {
    return "rack=" + worker.rack().orElse("/default-rack");
  }

  /** Reads the lines of a file. */
  private static final class Reader {
    private final List<String> problems = new ArrayList<>();
    private final Map<String, Integer> lines = new LinkedHashMap<>();
    private final Map<String, String> names = new HashMap<>();
    private final List<List<String>> words = new ArrayList<>();

    /**
     * @param line its host, and what is special about it
     */
    void read(List<String> line, String place, int number) {
      String host = line.get(0);
      words.add(line);
      Integer before = lines.putIfAbsent(host, number);
      if (before != null && !isThisMachine(host)) {
        problems.add(place + "node " + host + ": is listed twice, see line " + before);
        return;
      }
      try {
        Node node = Nodes.of(host);
        String other = names.putIfAbsent(node.name(), host);
        if (other != null && !other.equals(host)) {
          problems.add(
              String.format(
                  "%snode %s: has the same name as %s; both would be %s",
                  place, host, other, node.name()));
        }
        Worker.of(node, line.subList(1, line.size()));
      } catch (IllegalArgumentException e) {
        problems.add(place + e.getMessage());
      }
    }

    boolean repeatsThisMachineBesideOthers() {
      long here = words.stream().filter(line -> isThisMachine(line.get(0))).count();
      return here > 1 && lines.size() > 1;
    }

    private static boolean isThisMachine(String host) {
      return host.equals(Nodes.localhost().specification());
    }

    /** All workers; there must be no problem. */
    List<Worker> workers() throws InvalidHostsException {
      Map<String, Node> nodes = new HashMap<>();
      for (Node node : Nodes.of(List.copyOf(lines.keySet()))) {
        nodes.put(node.specification(), node);
      }
      return words.stream()
          .map(line -> Worker.of(nodes.get(line.get(0)), line.subList(1, line.size())))
          .toList();
    }
  }
}
