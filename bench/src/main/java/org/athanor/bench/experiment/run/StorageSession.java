// SPDX-License-Identifier: Apache-2.0
package org.athanor.bench.experiment.run;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.athanor.bench.experiment.Experiment;
import org.athanor.bench.experiment.StorageSpec;
import org.athanor.bench.framework.FileSystem;
import org.athanor.cluster.Command;
import org.athanor.cluster.CommandResult;
import org.athanor.cluster.Node;
import org.athanor.cluster.hadoop.HostRole;
import org.athanor.cluster.hadoop.Volumes;
import org.athanor.cluster.hadoop.Worker;

/**
 * A storage on one number of nodes. It is started when it is wanted, and again if one of its
 * daemons has died; its data stay until it is closed or emptied. Not thread-safe.
 */
final class StorageSession implements AutoCloseable {
  private static final Duration COMMAND_TIMEOUT = Duration.ofMinutes(10);

  private final StorageSpec spec;
  private final Testbed testbed;
  private final Facilities facilities;
  private final RunListener listener;
  private final StorageRequest request;
  private Optional<Storage> storage = Optional.empty();
  private boolean open;

  /**
   * Each size and storage has its own data directories. Otherwise the blocks that a smaller cluster
   * has written would stay on the nodes of that cluster.
   */
  StorageSession(
      StorageSpec spec,
      int size,
      Experiment experiment,
      Testbed testbed,
      Facilities facilities,
      RunListener listener) {
    this.spec = spec;
    this.testbed = testbed;
    this.facilities = facilities;
    this.listener = listener;
    this.request =
        new StorageRequest(
            spec,
            workers(testbed, size, experiment.network(spec), spec.volumes()),
            testbed.marks().storage(),
            testbed.directories(spec, size),
            experiment.fresh().isEmpty(),
            testbed.java());
  }

  /** A master that does not work comes first; the others store. */
  private static List<Worker> workers(
      Testbed testbed, int size, Optional<String> network, List<Volumes> volumes) {
    List<Worker> all = new ArrayList<>();
    if (testbed.roles().dedicatedMaster()) {
      all.add(Worker.master(testbed.at(network, testbed.master())));
    }
    for (Node node : testbed.workers(size)) {
      all.add(new Worker(testbed.at(network, node), HostRole.BOTH, Optional.empty(), volumes));
    }
    return all;
  }

  /** The storage, running. */
  Storage open() throws IOException, InterruptedException {
    if (open) {
      Optional<String> dead = storage.orElseThrow().deadDaemon();
      if (dead.isEmpty()) {
        return storage.orElseThrow();
      }
      listener.warning(dead.get() + "; starting the file system again");
      suspend();
    }
    listener.doing("starting the file system" + spec.label().map(it -> " " + it).orElse(""));
    storage = Optional.of(facilities.storage(request));
    open = true;
    return storage.get();
  }

  /** Where frameworks read, write and spill. */
  FileSystem files(Storage running) {
    return new FileSystem(
        running.uri(), running.settings(), running.directory(), testbed.spill(spec));
  }

  /** Ends the daemons; the data remain for {@link #open}. */
  void suspend() throws IOException {
    open = false;
    if (storage.isPresent()) {
      storage.get().close();
    }
  }

  /** Deletes all data, and ends the daemons; the next {@link #open} formats an HDFS. */
  void empty() throws IOException, InterruptedException {
    if (storage.isPresent()) {
      storage.get().erase();
    }
    suspend();
    storage = Optional.empty();
    for (Worker worker : request.workers()) {
      Node node = worker.node();
      for (Path directory : request.directories()) {
        Command delete = Command.of("rm", "-rf", directory.toString());
        CommandResult result = node.run(testbed.marks().tools(), delete, COMMAND_TIMEOUT);
        if (result.status() != 0) {
          throw new IOException(node.name() + ": " + result.errors().strip());
        }
      }
    }
  }

  /** Ends the daemons and deletes the data, which no other size reads. */
  @Override
  public void close() throws IOException {
    try {
      empty();
    } catch (InterruptedException stopped) {
      // At its end the run deletes its whole directories on the nodes; the others are erased.
      suspend();
      Thread.currentThread().interrupt();
    } catch (IOException left) {
      suspend();
      listener.warning("data of a storage could not be deleted: " + left.getMessage());
    }
  }
}
