// SPDX-License-Identifier: Apache-2.0
package org.athanor.simulator.file;

import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.SplittableRandom;
import org.athanor.simulator.access.Access;
import org.athanor.simulator.access.AccessLog;
import org.athanor.simulator.access.AccessLog.Entry;
import org.athanor.simulator.access.AccessLogException;
import org.athanor.simulator.access.AccessLogs;
import org.athanor.simulator.access.AccessPlan;
import org.athanor.simulator.access.AccessPlan.Round;
import org.athanor.simulator.hdfs.FileSpec;
import org.athanor.yaml.Key;
import org.athanor.yaml.Place;
import org.athanor.yaml.Section;

/** The key {@code accesses}: what clients of a real HDFS did, again. */
final class AccessesReader {
  private final ClusterFacts cluster;
  private final AccessLogs logs;
  private final Path directory;
  private final SplittableRandom random;

  /**
   * @param directory that relative paths start at
   */
  AccessesReader(ClusterFacts cluster, AccessLogs logs, Path directory, SplittableRandom random) {
    this.cluster = cluster;
    this.logs = logs;
    this.directory = directory;
    this.random = random;
  }

  /** Reads the accesses. If anything is wrong, it is reported and there are none. */
  void read(Place place, Workload workload) {
    int before = place.problems().size();
    Section section = new Section(place, "accesses", Keys.LOGGED);
    Optional<Path> audit = path(section, Keys.AUDIT);
    Optional<Path> namespace = path(section, Keys.NAMESPACE);
    ReadersKind readers = section.get(Keys.READERS).orElse(ReadersKind.NODES);
    double speed = section.get(Keys.SPEED).orElse(1.0);
    double divisor = section.get(Keys.DIVISOR).orElse(1.0);
    OptionalLong other =
        section
            .get(Keys.OTHER_FILES)
            .map(size -> OptionalLong.of(size.bytes()))
            .orElseGet(OptionalLong::empty);
    if (place.problems().size() > before) {
      return;
    }
    try {
      AccessLog log = logs.read(audit.orElseThrow(), namespace.orElseThrow(), other);
      if (log.entries().isEmpty()) {
        section.place(Keys.AUDIT).orElse(place).report("nobody reads or writes a file in it");
        return;
      }
      add(log, readers, speed, divisor, section.place(Keys.NAMESPACE).orElse(place), workload);
    } catch (AccessLogException wrong) {
      place.report(wrong.getMessage());
    }
  }

  private Optional<Path> path(Section section, Key<String> key) {
    try {
      return section.get(key).map(directory::resolve);
    } catch (InvalidPathException notPath) {
      section.place(key).ifPresent(place -> place.report("must be a path"));
      return Optional.empty();
    }
  }

  private void add(
      AccessLog log,
      ReadersKind readers,
      double speed,
      double divisor,
      Place namespace,
      Workload workload) {
    for (FileSpec file : log.files()) {
      String noRoom = workload.add(scaled(file, divisor));
      if (!noRoom.isEmpty()) {
        namespace.report(noRoom + ", or set divide bytes by");
        return;
      }
    }
    Map<String, Integer> nodes = new HashMap<>();
    List<Access> accesses = new ArrayList<>();
    for (Entry entry : log.entries()) {
      int node =
          readers == ReadersKind.ANY
              ? random.nextInt(cluster.nodes())
              : nodes.computeIfAbsent(entry.client(), client -> nodes.size() % cluster.nodes());
      double seconds = entry.seconds() / speed;
      if (entry.writes()) {
        FileSpec file = scaled(entry.file(), divisor);
        String noRoom = workload.reserve(file);
        if (!noRoom.isEmpty()) {
          namespace.report(noRoom + ", or set divide bytes by");
          return;
        }
        accesses.add(new Access.Write(seconds, node, file));
      } else {
        accesses.add(new Access.Read(seconds, node, entry.file().path()));
      }
    }
    workload.add(new AccessPlan(List.of(new Round(0, accesses))));
  }

  /** The file in this cluster: smaller, and with no more replicas than there are nodes for them. */
  private FileSpec scaled(FileSpec file, double divisor) {
    return new FileSpec(
        file.path(),
        Math.round(file.bytes() / divisor),
        file.blockBytes(),
        Math.min(file.replication(), cluster.storingNodes()));
  }
}
