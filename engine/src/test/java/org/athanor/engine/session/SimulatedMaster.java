// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.session;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapreduce.MRConfig;
import org.athanor.engine.config.EngineSettings;
import org.athanor.engine.coordinator.Locality;
import org.athanor.engine.execution.JobDescription;
import org.athanor.engine.execution.JobExecution;
import org.athanor.engine.files.DirectoryTree;
import org.athanor.engine.fleet.Fleet;
import org.athanor.engine.fleet.RemoteWorker;
import org.athanor.engine.fleet.WorkerProcesses;
import org.athanor.engine.job.ContainerPlace;
import org.athanor.engine.job.JobView;
import org.athanor.engine.job.SubmittedJob;
import org.athanor.engine.logs.JobLogs;
import org.athanor.engine.run.SpillFile;
import org.athanor.engine.site.Host;
import org.athanor.engine.site.JobSite;
import org.athanor.engine.testing.Loopback;
import org.athanor.engine.thread.Clock;
import org.athanor.engine.transport.Transport;
import org.athanor.engine.worker.Worker;
import org.athanor.topology.affinity.AffinityLevel;

/**
 * A master with one job: what {@link SessionEngine} puts together, without its threads. All is done
 * on the test's thread, except the calls of the output committer.
 */
final class SimulatedMaster {
  private static final EngineSettings SETTINGS =
      new EngineSettings(2, 1 << 20, 4096, AffinityLevel.NONE);

  private final String name;
  private final Path local;
  private final WorkerProcesses processes;
  private final Worker own = new Worker(SETTINGS);
  private final Fleet fleet = new Fleet(new Workers());
  private final Transport transport;
  private final Map<Integer, RemoteWorker> workers = new LinkedHashMap<>(); // that take attempts
  private final Set<Integer> ended = new HashSet<>(); // Workers whose processes have ended
  private final AtomicBoolean slotsWanted = new AtomicBoolean();
  private final JobExecution execution;
  private final OpenJob job;
  private final SlotOffers offers = new SlotOffers(this::slots, this::running);

  /**
   * @param directory in which it keeps local files; it has the name of this process
   */
  SimulatedMaster(
      Path directory,
      SubmittedJob submitted,
      MasterNotes notes,
      Clock clock,
      Loopback network,
      WorkerProcesses processes)
      throws IOException {
    this.name = directory.getFileName().toString();
    this.local = Files.createDirectories(directory.resolve("local"));
    this.processes = processes;
    this.transport = network.join(fleet::accepted);
    JobConf conf = new JobConf(submitted.configuration());
    conf.set(MRConfig.LOCAL_DIR, local.toString());
    SubmittedJob here =
        new SubmittedJob(
            submitted.id(), submitted.directory(), conf, submitted.credentials(), submitted.user());
    JobSite site =
        new JobSite(
            here, JobLogs.Keeper.NOBODY, own.retained(), new Host(clock, SpillFile.PRIVATELY));
    this.execution =
        new JobExecution(
            JobDescription.of(
                here, ContainerPlace.ofJobHere(here.id()), notes.past(), notes.journal()),
            site,
            own,
            Locality.NONE,
            unused -> slotsWanted.set(true),
            (ended, jobXml) -> {});
    this.job = new OpenJob(here, execution);
  }

  void start() {
    execution.start();
  }

  String name() {
    return name;
  }

  InetSocketAddress address() {
    return transport.address();
  }

  Transport transport() {
    return transport;
  }

  JobView view() {
    return execution.view();
  }

  JobExecution execution() {
    return execution;
  }

  /** Returns whether the job has ended, and all is cleaned up. */
  boolean hasEnded() {
    return execution.hasEnded();
  }

  List<RemoteWorker> workers() {
    return List.copyOf(workers.values());
  }

  private List<SlotOffers.Slots> slots() {
    List<SlotOffers.Slots> slots = new ArrayList<>();
    workers.values().forEach(w -> slots.add(new SlotOffers.Slots(w.number(), w.threads())));
    return slots;
  }

  private List<JobExecution> running() {
    return execution.hasEnded() ? List.of() : List.of(execution);
  }

  /** Offers free slots, if that is wanted; returns whether it was. */
  boolean offerSlots() {
    boolean wanted = slotsWanted.getAndSet(false);
    if (wanted) {
      offers.offerAll();
    }
    return wanted;
  }

  void tick() {
    if (!execution.hasEnded()) {
      execution.tick();
    }
  }

  /** The process of a Worker has ended, or counts as having ended. */
  void workerEnded(int worker) {
    ended.add(worker);
    RemoteWorker connected = workers.remove(worker);
    if (connected != null) {
      connected.drop("its process has ended");
    }
    if (!execution.hasEnded()) {
      job.lost(worker, "its process has ended", true);
    }
  }

  private final class Workers implements Fleet.Listener {
    @Override
    public void joined(RemoteWorker worker) {
      if (ended.contains(worker.number())) {
        worker.drop("its process has ended");
        return;
      }
      workers.put(worker.number(), worker);
      if (!execution.hasEnded()) {
        job.open(worker, new Locality.Place(worker.host(), worker.rack()));
      }
    }

    @Override
    public void lost(int worker, String reason) {
      workers.remove(worker);
      processes.kill(worker);
    }

    @Override
    public void unreachable(RemoteWorker from, int peer) {
      // The links between the processes of a history work again some time.
    }
  }

  /** Ends the threads, at the end of the history or because the process is killed. */
  void endThreads() {
    own.close();
  }

  void removeFiles() throws IOException {
    DirectoryTree.delete(local);
  }

  void checkThatNothingIsLeft() throws IOException {
    try (Stream<Path> files = Files.list(local)) {
      assertThat(files).as("files of the master").isEmpty();
    }
    assertThat(workers).as("Workers at the end").isEmpty();
  }
}
