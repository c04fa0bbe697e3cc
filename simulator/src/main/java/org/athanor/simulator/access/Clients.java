// SPDX-License-Identifier: Apache-2.0
package org.athanor.simulator.access;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import org.athanor.simulator.cluster.Cluster;
import org.athanor.simulator.hdfs.FileSpec;
import org.athanor.simulator.hdfs.FileSystem;
import org.athanor.simulator.hdfs.NoRoomException;
import org.athanor.simulator.hdfs.SimulatedFile;
import org.athanor.simulator.kernel.FlowNetwork;
import org.athanor.simulator.kernel.Simulation;
import org.athanor.storage.tier.DeviceType;

/**
 * Clients of a simulated HDFS. A client reads each block from the replica that the file system
 * selects when it comes to that block, and writes each block to all its replicas at once, from node
 * to node. It computes nothing. A read of a file that is being written waits for its end.
 *
 * <p>If a node fails, clients on it fail. Others read what is left of a block from another replica,
 * or write it to the remaining ones; if there is none, they fail.
 */
public final class Clients {
  private final Simulation simulation;
  private final Cluster cluster;
  private final FileSystem files;
  private final Consumer<AccessRecord> ended;
  private final ReadBytes readBytes = new ReadBytes();
  private final Set<Transfer> running = new LinkedHashSet<>();
  private final Map<Transfer, Runnable> atEnd = new HashMap<>();

  /** For each file that is being written, what waits for it. */
  private final Map<String, List<Runnable>> writing = new HashMap<>();

  /** Files whose writers have failed. */
  private final Set<String> missing = new HashSet<>();

  /** Those that are not back. */
  private final Set<Integer> failedNodes = new HashSet<>();

  private boolean hasLostNodes;

  /**
   * Creates clients.
   *
   * @param ended gets each access that ends
   */
  public Clients(
      Simulation simulation, Cluster cluster, FileSystem files, Consumer<AccessRecord> ended) {
    this.simulation = simulation;
    this.cluster = cluster;
    this.files = files;
    this.ended = ended;
  }

  /** Plans an access for its time, which must not be over. */
  public void submit(Access access) {
    submit(access, () -> {});
  }

  /**
   * Plans an access for its time, which must not be over.
   *
   * @param then what to do when it has ended
   */
  public void submit(Access access, Runnable then) {
    simulation.after(access.startSeconds() - simulation.seconds(), () -> begin(access, then));
  }

  /** Bytes that clients have read, by the types of devices from which any were. */
  public Map<DeviceType, Double> readBytes() {
    return readBytes.byType();
  }

  /** A node has failed, and the file system has forgotten its replicas. */
  public void lose(int node) {
    failedNodes.add(node);
    hasLostNodes = true;
    for (Transfer transfer : List.copyOf(running)) {
      if (running.contains(transfer)) {
        transfer.lose(node);
      }
    }
  }

  /** A node that had failed is there again; clients on it that begin from now on do not fail. */
  public void back(int node) {
    failedNodes.remove(node);
  }

  private void begin(Access access, Runnable then) {
    if (failedNodes.contains(access.node())) {
      refuse(access, "its node has failed", then);
    } else if (access instanceof Access.Write write) {
      write(write, then);
    } else {
      read(access, then);
    }
  }

  private void write(Access.Write access, Runnable then) {
    FileSpec spec = access.file();
    if (files.file(spec.path()).isPresent() || writing.containsKey(spec.path())) {
      throw new IllegalArgumentException("file " + spec.path() + ": exists already");
    }
    writing.put(spec.path(), new ArrayList<>());
    start(new WriteTransfer(access, files.open(spec), this), then);
  }

  private void read(Access access, Runnable then) {
    Optional<SimulatedFile> file = files.file(access.path());
    if (file.isPresent()) {
      start(new ReadTransfer(access, file.get(), this, readBytes), then);
    } else if (writing.containsKey(access.path())) {
      writing.get(access.path()).add(() -> begin(access, then));
    } else if (missing.contains(access.path())) {
      refuse(access, "its file could not be written", then);
    } else {
      throw new IllegalArgumentException(
          "file "
              + access.path()
              + " is read at "
              + access.startSeconds()
              + " s: no such file then");
    }
  }

  private void start(Transfer transfer, Runnable then) {
    running.add(transfer);
    atEnd.put(transfer, then);
    transfer.next();
  }

  private void refuse(Access access, String why, Runnable then) {
    if (access instanceof Access.Write) {
      missing.add(access.path());
    }
    ended.accept(AccessRecord.failed(access, seconds(), seconds(), why));
    then.run();
  }

  /** A block finds no place: that is the scenario's fault, unless a node has failed. */
  void full(Transfer transfer, NoRoomException why) {
    if (!hasLostNodes) {
      throw why;
    }
    transfer.fail(why.getMessage());
  }

  /**
   * An access has ended.
   *
   * @param failure empty if it did not fail
   */
  void ended(Transfer transfer, String failure) {
    running.remove(transfer);
    Access access = transfer.access();
    double start = transfer.startSeconds();
    ended.accept(
        failure.isEmpty()
            ? AccessRecord.done(access, transfer.file(), start, seconds())
            : AccessRecord.failed(access, start, seconds(), failure));
    atEnd.remove(transfer).run();
    if (access instanceof Access.Write) {
      if (!failure.isEmpty()) {
        missing.add(access.path());
      }
      writing.remove(access.path()).forEach(Runnable::run);
    }
  }

  double seconds() {
    return simulation.seconds();
  }

  FlowNetwork flows() {
    return simulation.flows();
  }

  Cluster cluster() {
    return cluster;
  }

  FileSystem files() {
    return files;
  }
}
