// SPDX-License-Identifier: Apache-2.0
package org.athanor.simulator.file;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import org.athanor.simulator.access.Access;
import org.athanor.simulator.access.AccessPlan;
import org.athanor.simulator.access.AccessPlan.Round;
import org.athanor.simulator.file.HdfsReader.Hdfs;
import org.athanor.simulator.hdfs.FileSpec;
import org.athanor.yaml.Place;
import org.athanor.yaml.Section;
import org.athanor.yaml.text.ByteSize;

/** The key {@code clients}: each node writes files at once; then each reads as many at once. */
final class ClientsReader {
  private static final long MOST_FILES = 10_000_000;
  private static final double PAUSE_SECONDS = 4;

  private final ClusterFacts cluster;
  private final Hdfs hdfs;
  private final SplittableRandom random;

  ClientsReader(ClusterFacts cluster, Hdfs hdfs, SplittableRandom random) {
    this.cluster = cluster;
    this.hdfs = hdfs;
    this.random = random;
  }

  /** Reads the clients' accesses. If anything is wrong, it is reported and there are none. */
  void read(Place place, Workload workload) {
    int before = place.problems().size();
    Section section = new Section(place, "clients", Keys.CLIENT);
    int files = section.get(Keys.CLIENT_FILES).orElse(1);
    Optional<ByteSize> size = section.get(Keys.CLIENT_SIZE);
    ReadKind read = section.get(Keys.CLIENT_READ).orElse(ReadKind.OTHER);
    double pause = section.get(Keys.CLIENT_PAUSE).map(Seconds::of).orElse(PAUSE_SECONDS);
    long all = (long) files * cluster.nodes();
    if (all > MOST_FILES) {
      section
          .place(Keys.CLIENT_FILES)
          .orElse(place)
          .report("all nodes together write " + all + "; must be at most " + MOST_FILES);
    }
    if (read == ReadKind.OTHER && cluster.nodes() == 1) {
      section
          .place(Keys.CLIENT_READ)
          .orElse(place)
          .report("a single node has no other to read from; set read: own or none");
    }
    if (place.problems().size() > before) {
      return;
    }
    List<Access> writes = writes(files, size.orElseThrow().bytes());
    for (Access access : writes) {
      String noRoom = workload.reserve(((Access.Write) access).file());
      if (!noRoom.isEmpty()) {
        section.place(Keys.CLIENT_SIZE).orElse(place).report(noRoom);
        return;
      }
    }
    List<Round> rounds = new ArrayList<>(List.of(new Round(0, writes)));
    if (read != ReadKind.NONE) {
      rounds.add(new Round(pause, reads(writes, read)));
    }
    workload.add(new AccessPlan(rounds));
  }

  private List<Access> writes(int files, long bytes) {
    List<Access> writes = new ArrayList<>();
    for (int node = 0; node < cluster.nodes(); node++) {
      for (int file = 1; file <= files; file++) {
        String path = "/clients/" + node + "/" + file;
        FileSpec spec = new FileSpec(path, bytes, hdfs.blockBytes(), hdfs.replication());
        writes.add(new Access.Write(0, node, spec));
      }
    }
    return writes;
  }

  /** Each node reads what another one wrote, which is as far from it for all. */
  private List<Access> reads(List<Access> writes, ReadKind kind) {
    int distance = kind == ReadKind.OWN ? 0 : random.nextInt(1, cluster.nodes());
    List<Access> reads = new ArrayList<>();
    for (Access write : writes) {
      int reader = (write.node() + distance) % cluster.nodes();
      reads.add(new Access.Read(0, reader, write.path()));
    }
    return reads;
  }
}
